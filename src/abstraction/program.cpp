#include "abstraction/program.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <regex>
#include <set>

#include "abstraction/cfa/library.hpp"
#include "abstraction/core_erlang/fold_receive.hpp"
#include "abstraction/core_erlang/parser.hpp"
#include "support/check.hpp"

namespace heddle::abstraction {
namespace {

using support::UserError;

// Whether the text names the module at all: those it does not name cannot be called.
bool mentions(const std::string& text, std::string_view module) {
  return text.find("'" + std::string(module) + "'") != std::string::npos;
}

core_erlang::Module read(const std::string& text, const std::string& file) {
  core_erlang::Module module = core_erlang::parse_module(text, file);
  core_erlang::fold_receives(module);
  return module;
}

// What runs code that nobody calls is refused: a proof that leaves it out would be wrong.
void refuse_hidden_calls(const core_erlang::Module& module, const std::string& source) {
  for (const core_erlang::Attribute& attribute : module.attributes) {
    if (attribute.name != "on_load") continue;
    throw UserError(fmt::format(
        "{}:{}: -on_load is not supported: its function would be left out of the proof; remove it, "
        "and call the function where the program begins",
        source, attribute.line));
  }
  if (std::find(module.exports.begin(), module.exports.end(),
                std::pair<std::string, std::size_t>("$handle_undefined_function", 2)) !=
      module.exports.end()) {
    throw UserError(fmt::format(
        "{}: '$handle_undefined_function'/2 is not supported: its calls would be left out of the "
        "proof; export and write the functions that it stands for",
        source));
  }
}

// A label that has its name only when the program runs would be counted nowhere.
void refuse_computed_labels(const Code& code) {
  for (NodeId id = 0; id < code.nodes.size(); ++id) {
    const Node& node = code[id];
    if (node.kind != NodeKind::kCall || node.operands.size() < 4) continue;
    const auto is = [&](std::size_t at, const char* name) {
      return node.operands[at].kind == Operand::Kind::kTerm &&
             code.terms.is_atom(node.operands[at].id, name);
    };
    const bool labels =
        (is(0, "soter") || is(0, "heddle")) && (is(1, "label") || is(1, "label_mail"));
    if (!labels || node.operands[2].kind == Operand::Kind::kTerm) continue;
    throw UserError(fmt::format(
        "{}: a label whose name is computed is not supported: write its name where it stands",
        code.place(id)));
  }
}

}  // namespace

std::vector<std::string> labels_in_source(const std::string& erlang) {
  static const std::regex kLabel(R"re(\?label(?:_mail)?\s*\(\s*(?:"([^"]*)"|([a-z]\w*)))re");
  std::vector<std::string> out;
  for (std::sregex_iterator at(erlang.begin(), erlang.end(), kLabel), end; at != end; ++at) {
    out.push_back((*at)[1].matched ? (*at)[1].str() : (*at)[2].str());
  }
  return out;
}

Program load_program(const std::vector<ModuleText>& texts, const std::string& module,
                     const std::string& function, bool open) {
  Program out;
  std::vector<Input> inputs;
  std::set<std::string> names;
  for (const ModuleText& each : texts) {
    Input input{.module = read(each.text, each.file), .source = each.source};
    refuse_hidden_calls(input.module, each.source);
    for (Directive& directive : directives_of(input.module, each.source)) {
      out.directives.push_back(std::move(directive));
    }
    names.insert(input.module.name);
    out.labels.insert(out.labels.end(), each.labels.begin(), each.labels.end());
    inputs.push_back(std::move(input));
  }
  out.module = module;
  if (module.empty()) {
    if (inputs.size() != 1) {
      throw UserError(fmt::format("there are {} modules ({}); name the entry module with -m",
                                  inputs.size(), fmt::join(names, ", ")));
    }
    out.module = inputs.front().module.name;
  } else if (!names.contains(module)) {
    throw UserError(fmt::format("there is no module {} among those given ({})", module,
                                fmt::join(names, ", ")));
  }
  for (const LibraryModule& library : library_modules()) {
    const std::string name(library.name);
    if (names.contains(name)) continue;
    const bool called = std::any_of(texts.begin(), texts.end(), [&](const ModuleText& each) {
      return mentions(each.text, library.name);
    });
    // What stands behind built-ins is always there; lists is also used by the models.
    if (!called && name != kErlangModel) continue;
    inputs.push_back({.module = read(std::string(library.core), name + " (model)"),
                      .source = name + " (model)",
                      .library = true});
  }
  out.code = std::make_unique<Code>(normalise(std::move(inputs)));
  out.function = function;
  const Code& code = *out.code;
  refuse_computed_labels(code);
  for (std::string& label : labels_of(code)) out.labels.push_back(std::move(label));
  std::sort(out.labels.begin(), out.labels.end());
  out.labels.erase(std::unique(out.labels.begin(), out.labels.end()), out.labels.end());
  for (const ModuleInfo& info : code.modules) {
    if (info.name != out.module) continue;
    for (const auto& [name, arity] : info.exports) {
      if (name == "module_info") continue;
      const NodeId found = code.find(info.name, name, arity);
      if (found != kNone) out.exported.push_back(found);
    }
  }
  if (open) {
    if (out.exported.empty()) {
      throw UserError(fmt::format("{} exports no function, so nobody can use it", out.module));
    }
    return out;
  }
  out.entry = code.find(out.module, function, 0);
  if (out.entry == kNone) {
    throw UserError(
        fmt::format("{} has no function {}/0 to start with; name another one with -t, or analyse "
                    "all that it exports with --open",
                    out.module, function));
  }
  return out;
}

}  // namespace heddle::abstraction
