// Elements from data. Data becomes text or an attribute, never markup.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | ((event: never) => void)>;

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  decorate(element, attributes);
  fill(element, ...children);
  return element;
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  decorate(element, attributes);
  fill(element, ...children);
  return element;
}

/** Replaces the children of an element. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(
    ...children.filter((child) => child !== null && child !== undefined && child !== false),
  );
}

function decorate(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value as (event: Event) => void);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null) element.setAttribute(name, String(value));
  }
}

export function button(label: string, onClick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return el("button", { type: "button", ...attributes, click: onClick }, label);
}
