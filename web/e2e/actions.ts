// What a reader does with a long report, each many times: to count or to time what it costs.
import type { Page } from "playwright-core";

export const ACTIONS = ["step", "scroll", "select", "ends", "search"] as const;
export type Action = (typeof ACTIONS)[number];

declare global {
  var act: Record<Action, (n: number) => void>;
}

/** Makes `act` known in the page. */
export async function learnActions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const key = (name: string) =>
      document.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
    const scroller = document.querySelector<HTMLElement>(".scroller")!;
    const search = document.querySelector<HTMLInputElement>("#search")!;
    const rows = () => document.querySelectorAll<HTMLElement>(".row.event");
    globalThis.act = {
      step: () => void key("ArrowUp"),
      scroll: (n) => {
        scroller.scrollTop = (n % 8) * 2600;
        scroller.dispatchEvent(new Event("scroll"));
      },
      // What happens before and after it, of all events, is found anew each time.
      select: (n) => rows()[n % rows().length]!.click(),
      ends: (n) => void key(n % 2 === 0 ? "Home" : "End"),
      search: (n) => {
        search.value = ["s", "se", "sen", "send", "sends", "sends 7", ""][n % 7]!;
        search.dispatchEvent(new Event("input", { bubbles: true }));
      },
    };
  });
}
