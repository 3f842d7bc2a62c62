// Light or dark: what the system says, unless the reader says otherwise.
import { button } from "./dom";

export function themeButton(): HTMLButtonElement {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () =>
    (document.documentElement.dataset["theme"] ?? (dark.matches ? "dark" : "light")) === "dark";
  const label = () => (isDark() ? "☀" : "☾");
  const change = button(
    label(),
    () => {
      document.documentElement.dataset["theme"] = isDark() ? "light" : "dark";
      change.textContent = label();
    },
    { title: "Light or dark", "aria-label": "Switch between light and dark" },
  );
  dark.addEventListener("change", () => (change.textContent = label()));
  return change;
}
