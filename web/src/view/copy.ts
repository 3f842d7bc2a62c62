// A command with a button that copies it.
import { button, el } from "./dom";

export function command(text: string): HTMLElement {
  const code = el("code", {}, text);
  const copy = button("Copy", () => void copyText(text, code, copy), {
    class: "copy",
    "aria-label": `Copy the command ${text}`,
  });
  return el("span", { class: "command" }, code, copy);
}

async function copyText(text: string, shown: HTMLElement, copy: HTMLButtonElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    copy.textContent = "Copied";
  } catch {
    // A page opened from a file may not have the clipboard; selecting is the next best.
    getSelection()?.selectAllChildren(shown);
    copy.textContent = "Selected";
  }
  setTimeout(() => (copy.textContent = "Copy"), 1500);
}
