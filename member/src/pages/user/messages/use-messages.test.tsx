// @vitest-environment happy-dom
/** Tests that a message stays read when its list was asked for before the server marked it. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { find, type Rendered, renderComponent } from "../../../components/testing.tsx";
import { saveToken } from "../../../device/token.ts";
import { useMessageActions, useMessages } from "./use-messages.ts";

const MESSAGE = { messageId: "0199aaaa-0000-7000-8000-000000000001", topic: "order" } as const;
const UNREAD = { total: 0, byTopic: {} };
const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });

const ok = (data: object) => Response.json({ status: true, data });
/** Answers of the list that are held back; the first list is answered at once. */
let held: (() => void)[];
let mark: (() => void) | undefined;
let isReadOnServer: boolean;
let lists: number;

/** A list answers with the state at the time of the request, and a mark when `mark` is called. */
function serve(): void {
  vi.stubGlobal("fetch", (address: string) => {
    if (address.includes("/messages/read"))
      return new Promise<Response>((done) => {
        mark = () => {
          isReadOnServer = true;
          done(ok(UNREAD));
        };
      });
    if (!address.includes("/messages")) return Promise.resolve(ok({}));
    lists += 1;
    const list = [{ ...MESSAGE, isRead: isReadOnServer }];
    if (lists !== 2) return Promise.resolve(ok({ list, hasMore: false }));
    return new Promise<Response>((done) => {
      held.push(() => done(ok({ list, hasMore: false })));
    });
  });
}

function List() {
  const { data } = useMessages("all");
  const { read } = useMessageActions("all");
  const [message] = data?.pages.flatMap(({ list }) => list) ?? [];
  if (!message) return <p>nothing</p>;
  return (
    <button type="button" onClick={() => void read(message.messageId)}>
      {message.isRead ? "read" : "unread"}
    </button>
  );
}

const drawn = () => (
  <QueryClientProvider client={queries}>
    <List />
  </QueryClientProvider>
);
const state = ({ page }: Rendered) => page.textContent;

beforeEach(() => {
  held = [];
  lists = 0;
  isReadOnServer = false;
  saveToken({ token: "a.b.c", tokenExpired: 4_000_000_000_000 });
  serve();
});
afterEach(() => {
  queries.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

test("the way back before the server has marked a message leaves it read", async () => {
  const first = await renderComponent(drawn());
  await vi.waitFor(() => expect(state(first)).toBe("unread"));
  await act(async () => find(first.page, "button").click());
  await vi.waitFor(() => expect(state(first)).toBe("read"));
  await first.remove();
  // The member comes back: the list is asked for, and answers with what was before the mark.
  const second = await renderComponent(drawn());
  await vi.waitFor(() => expect(held).toHaveLength(1));
  await act(async () => held[0]?.());
  await vi.waitFor(() => expect(state(second)).toBe("unread"));
  await vi.waitFor(() => expect(mark).toBeDefined());
  await act(async () => mark?.());
  await vi.waitFor(() => expect(state(second)).toBe("read"));
  await second.remove();
});
