/** Mounts a component into a page for a test and removes it afterwards. */
import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean | undefined;
}

export interface Rendered {
  readonly page: HTMLElement;
  readonly rerender: (node: ReactNode) => Promise<void>;
  readonly remove: () => Promise<void>;
}

export async function renderComponent(node: ReactNode): Promise<Rendered> {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  const page = document.createElement("main");
  document.body.append(page);
  const root = createRoot(page);
  const rerender = (next: ReactNode) => act(async () => root.render(next));
  await rerender(node);
  const remove = async () => {
    await act(async () => root.unmount());
    page.remove();
  };
  return { page, rerender, remove };
}

/** Returns the element that a selector finds; throws when there is none. */
export function find<Kind extends HTMLElement>(page: HTMLElement, selector: string): Kind {
  const found = page.querySelector<Kind>(selector);
  if (!found) throw new Error(`no element matches ${selector}`);
  return found;
}

export const click = (element: HTMLElement) => act(async () => element.click());

/** Replaces the text of an input as a keyboard or a paste would. */
export const typeText = (input: HTMLInputElement, text: string) =>
  act(async () => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
    set?.call(input, text);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
