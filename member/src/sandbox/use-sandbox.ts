/** Hooks of the sandbox's ribbon: the newest messages, the account, and the address of the page. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { storedToken } from "../device/token.ts";
import { type Account, accounts, ownPhone, textMessages, type TextMessage } from "./requests.ts";

const POLL_MS = 3_000;
const CHANGE_MS = 500;

/** The newest text messages, read again while the page is visible. */
export function useMessages(): readonly TextMessage[] {
  const [messages, setMessages] = useState<readonly TextMessage[]>([]);
  useEffect(() => {
    const read = () => {
      if (document.hidden) return;
      void textMessages().then(setMessages, () => undefined);
    };
    read();
    const timer = setInterval(read, POLL_MS);
    return () => clearInterval(timer);
  }, []);
  return messages;
}

export type Who = { readonly list: readonly Account[]; readonly own: Account | undefined };

/** 138****0001, as members see a phone. */
export const maskedPhone = (phone: string): string =>
  phone.includes("*") ? phone : `${phone.slice(0, 3)}****${phone.slice(-4)}`;

/** Calls the listener now and then: what it reads changes without an event of the browser. */
const poll = (listener: () => void) => {
  const timer = setInterval(listener, CHANGE_MS);
  return () => clearInterval(timer);
};

/** The demo's accounts, and which one is logged in; another phone is shown as itself. */
export function useWho(): Who {
  const [who, setWho] = useState<Who>({ list: [], own: undefined });
  const token = useSyncExternalStore(poll, storedToken);
  useEffect(() => {
    void Promise.all([accounts(), ownPhone().catch(() => undefined)]).then(
      ([list, phone]) => {
        const own = phone === undefined ? undefined : { phone, what: "会员" };
        const known = list.find((one) => maskedPhone(one.phone) === phone);
        setWho({ list, own: known ?? own });
      },
      () => undefined,
    );
  }, [token]);
  return who;
}

/** The address of this page. */
export const useAddress = (): string => useSyncExternalStore(poll, () => location.href);

/** True where the page has empty sides that are wide enough for a column each. */
export function useWideSides(): boolean {
  const query = "(min-width: 1100px)";
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    () => matchMedia(query).matches,
  );
}
