#!/usr/bin/env bash
# The files for vcpkg, conan and GitHub: what can be checked of them without those tools.
source "$(dirname "$0")/lib.bash"
integrations=$HEDDLE_SOURCE_DIR/integrations
version=$("$HEDDLE" --version)
version=${version#heddle }

check "vcpkg: the manifest has our version, and the options of the port exist"
expect_equal "version" "$version" "$(json "$integrations/vcpkg/heddle/vcpkg.json" 'r["version"]')"
grep -oE 'HEDDLE_[A-Z_]+' "$integrations/vcpkg/heddle/portfile.cmake" >options
[[ $(wc -l <options) -eq 3 ]] || fail "found $(wc -l <options) options in portfile.cmake"
while read -r option; do
  grep -q "^option($option " "$HEDDLE_SOURCE_DIR/CMakeLists.txt" || fail "there is no option $option"
done <options

check "conan: the recipe is Python, finds the version, and names the libraries that are installed"
# Just enough of conan to load the recipe and call what needs nothing else of it.
mkdir -p conan/tools
for module in __init__ errors tools/__init__ tools/build tools/cmake tools/files; do : >"conan/$module.py"; done
echo 'class ConanFile: pass' >conan/__init__.py
echo 'class ConanInvalidConfiguration(Exception): pass' >conan/errors.py
echo 'check_min_cppstd = None' >conan/tools/build.py
echo 'CMake = CMakeDeps = CMakeToolchain = cmake_layout = None' >conan/tools/cmake.py
printf 'copy = None\ndef load(recipe, path): return open(path).read()\n' >conan/tools/files.py
cat >load.py <<'END'
import importlib.util, sys, types
spec = importlib.util.spec_from_file_location("conanfile", sys.argv[1] + "/conanfile.py")
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
recipe = module.HeddleConan()
recipe.recipe_folder = sys.argv[1]
recipe.set_version()
recipe.cpp_info = types.SimpleNamespace(builddirs=[], set_property=lambda name, value: None)
recipe.package_info()
print(recipe.version, *recipe.cpp_info.libs)
END
run_command env PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$folder" python3 load.py "$integrations/conan"
expect_status 0
read -r conan_version libraries <out
expect_equal "version" "$version" "$conan_version"
build=$(dirname "$(dirname "$HEDDLE")")
expect_equal "libraries" "$(sed -nE 's/^Libs: -L[^ ]+ (.*) -lboost.*/\1/p' "$build/heddle.pc")" \
  "-l${libraries// / -l}"

if ! python3 -c 'import yaml' 2>/dev/null; then
  note "skipped, for want of python3-yaml: the GitHub action"
  passed
  exit 0
fi

check "GitHub: the action and the example are YAML, and agree"
cat >action.py <<'END'
import sys, yaml
action = yaml.safe_load(open(sys.argv[1] + "/action.yml"))
example = yaml.safe_load(open(sys.argv[1] + "/example.yml"))
given = example["jobs"]["heddle"]["steps"][-1]["with"]
unknown = set(given) - set(action["inputs"])
assert not unknown, f"the example has inputs that the action does not know: {unknown}"
steps = action["runs"]["steps"]
for step in steps:
    assert ("shell" in step) == ("run" in step), f"{step['name']}: run needs a shell"
    if "run" in step:
        open(step["name"].split()[0].lower() + ".step", "w").write(step["run"])
END
run_command python3 action.py "$integrations/github-action"
expect_status 0
for step in *.step; do
  run_command bash -n "$step"
  expect_status 0
done

# As GitHub runs a step of a composite action.
step() { run_command bash --noprofile --norc -eo pipefail "$1.step"; }
mkdir program && ln -s "$HEDDLE" program/heddle
export PATH=$folder/program:$PATH GITHUB_OUTPUT=$folder/outputs GITHUB_PATH=$folder/path TMPDIR=$folder
check "GitHub: the verdict waits for the upload"
export SARIF=heddle.sarif ARGUMENTS="explore bank --trace heddle-trace.json"
step run
expect_status 0
expect_out "Verdict: error"
expect_equal "outputs" "verdict=error code=1" "$(xargs <outputs)"
expect_equal "SARIF" "2.1.0" "$(json heddle.sarif 'r["version"]')"
CODE=1 step tell
expect_status 1
rm outputs
ARGUMENTS="explore nothing_like_it" step run
expect_status 2

check "GitHub: a tarball is unpacked, other packages are refused"
mkdir -p heddle-1/bin && ln -s "$HEDDLE" heddle-1/bin/heddle
tar czf heddle-1.tar.gz heddle-1
PACKAGE=heddle-1.tar.gz step install
expect_status 0
run_command "$(cat path)/heddle" --version
expect_status 0
PACKAGE=heddle.rpm step install
expect_status 2
expect_out "neither a .deb nor a .tar.gz"

passed
