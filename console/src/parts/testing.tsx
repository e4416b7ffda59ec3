/** Mounts a part of the console for a test, with queries and an address, and acts on it. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import type { Call, CallOptions } from "@yunjing/contract/calls";
import { act, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { onTestFinished } from "vitest";
import { parseSearch, stringifySearch } from "./table/address.ts";

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean | undefined;
}

export type Mounted = {
  readonly queries: QueryClient;
  /** Returns the search part of the address: `?tab=done`. */
  readonly address: () => string;
  readonly go: (address: string) => Promise<void>;
  readonly remove: () => Promise<void>;
};

/** Mounts `node` at an address such as `/?tab=done`; what it draws is found in the document. */
export async function mount(node: ReactNode, address = "/"): Promise<Mounted> {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  const holder = document.body.appendChild(document.createElement("main"));
  const root = createRoot(holder);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createRouter({
    routeTree: createRootRoute({ component: () => node }),
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  });
  await router.load();
  await act(async () =>
    root.render(
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    ),
  );
  const remove = async () => {
    await act(async () => root.unmount());
    queries.clear();
    holder.remove();
  };
  // A test that fails leaves nothing for the next one.
  onTestFinished(remove);
  return {
    queries,
    address: () => router.history.location.search,
    go: (next) => act(async () => router.history.push(next)),
    remove,
  };
}

/** Returns the element that a selector finds; throws when there is none. */
export function find<Kind extends HTMLElement>(selector: string): Kind {
  const found = document.querySelector<Kind>(selector);
  if (!found) throw new Error(`no element matches ${selector}`);
  return found;
}

/** Returns the text of every element that a selector finds. */
export const textsOf = (selector: string): readonly string[] =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent ?? "");

/** Returns the button with these words or with this name for screen readers. */
export function button(words: string): HTMLButtonElement {
  const found = [...document.querySelectorAll("button")].find(
    (one) => (one.getAttribute("aria-label") ?? one.textContent) === words,
  );
  if (!found) throw new Error(`no button ${words}`);
  return found;
}

export const click = (element: HTMLElement) => act(async () => element.click());

/** Replaces the text of a field as a keyboard or a paste would. */
export const typeText = (field: HTMLInputElement | HTMLTextAreaElement, text: string) =>
  act(async () => {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value") ?? {};
    set?.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });

/** Presses a key on the element that has the focus. */
export const pressKey = (key: string) =>
  act(async () => {
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  });

const TRIES = 400;

/** Waits until the check passes; throws its last failure after some seconds. */
export async function eventually(check: () => void): Promise<void> {
  for (let left = TRIES; ; left -= 1) {
    try {
      check();
      return;
    } catch (failure) {
      if (left === 0) throw failure;
      await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
    }
  }
}

export type Sent<I> = { readonly input: I; readonly options: CallOptions | undefined };

/** Returns an operation that `answer` stands in for, and every input that was sent to it. */
export function operation<I, O>(
  topic: string,
  name: string,
  answer: (input: I) => O | Promise<O>,
): { readonly op: Call<I, O>; readonly sent: readonly Sent<I>[] } {
  const sent: Sent<I>[] = [];
  const op = Object.assign(
    async (input: I, options?: CallOptions) => {
      sent.push({ input, options });
      return answer(input);
    },
    {
      topic,
      operation: name,
      route: { method: "POST", path: `/${topic}/${name}`, caller: "operator" } as const,
    },
  );
  return { op, sent };
}
