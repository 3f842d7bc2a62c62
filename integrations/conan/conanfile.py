"""The C++ library from the sources around this file: conan create <heddle>/integrations/conan"""

import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load


class HeddleConan(ConanFile):
    name = "heddle"
    description = "Tests of concurrent C++: every interleaving that can matter"
    license = "Apache-2.0"
    package_type = "static-library"
    settings = "os", "arch", "compiler", "build_type"

    def _root(self):
        return os.path.join(self.recipe_folder, os.pardir, os.pardir)

    def set_version(self):
        text = load(self, os.path.join(self._root(), "CMakeLists.txt"))
        self.version = re.search(r"project\(heddle VERSION ([0-9.]+)", text).group(1)

    def export_sources(self):
        patterns = ("CMakeLists.txt", "LICENSE", "README.md", "CHANGELOG.md", "cmake/*", "include/*",
                    "src/*", "docs/*", "examples/*", "integrations/*")
        for pattern in patterns:
            copy(self, pattern, self._root(), self.export_sources_folder)

    def requirements(self):
        self.requires("fmt/9.1.0")
        self.requires("boost/1.84.0")
        self.requires("nlohmann_json/3.11.3", visible=False)

    def validate(self):
        if self.settings.os != "Linux":
            raise ConanInvalidConfiguration("heddle runs on Linux")
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        for part in ("PROGRAM", "TESTS", "BENCH"):
            toolchain.cache_variables[f"HEDDLE_BUILD_{part}"] = False
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()

    def package_info(self):
        # CMake finds the installed heddleConfig.cmake, which has heddle_add_test, too.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs.append(os.path.join("lib", "cmake", "heddle"))
        # For the others; in the order in which a linker wants them.
        self.cpp_info.libs = [f"heddle_{layer}" for layer in
                              ("testing", "remote", "story", "report", "threads", "queue", "dist", "explore",
                               "core", "support")]
        self.cpp_info.system_libs = ["dl", "pthread"]
