/**
 * `askReason`: the one prompt before every write that moves money, codes, rights or prices. It says
 * what will happen, takes the reason and, where asked, the code of the authenticator.
 */
import type { Call } from "@yunjing/contract/calls";
import type { Route } from "@yunjing/contract/operation";
import type { ReactNode } from "react";
import type { FieldSpec } from "../form/field.tsx";

/** What the prompt shows and runs. */
export type Ask = {
  readonly title: string;
  /** What will happen, line by line: 「微信原路退回 ¥440.00」. */
  readonly effect: readonly ReactNode[];
  /** The words on the button, with the consequence: 「批准并退 ¥485.00」. */
  readonly confirm: string;
  /** `coral`: money goes out or something goes live. `danger`: it cannot be undone. */
  readonly look?: "coral" | "danger" | "solid";
  /** What is said after success; the title without it. */
  readonly done?: string;
  /** Additional fields of the operation, below the effect. */
  readonly fields?: readonly FieldSpec[];
  /** The operation's field for the reason; false for one that takes none. */
  readonly reasonField?: string | false;
  /** The help under the reason: 「拒绝时会员会读到」. */
  readonly reasonHelp?: string;
  /** What the call moves, in fen, where its route needs a proof `byAmount`. */
  readonly movesFen?: number;
  /** The call becomes a proposal for a second person, where its route needs a proof `whenProposed`. */
  readonly isProposed?: boolean;
  /** Keys of the queries to load again; by default all of the operation's topic. */
  readonly reloads?: readonly (readonly unknown[])[];
};

export type OpenPrompt = {
  readonly ask: Ask;
  readonly operation: string;
  readonly topic: string;
  /** The route's rule decides whether the prompt asks for the authenticator. */
  readonly route: Route;
  readonly key: string;
  readonly run: (extra: Readonly<Record<string, unknown>>, key: string) => Promise<unknown>;
  readonly end: (outcome: unknown) => void;
};

let open: OpenPrompt | undefined;
const listeners = new Set<() => void>();

function setOpen(next: OpenPrompt | undefined): void {
  open = next;
  listeners.forEach((listener) => listener());
}

export const openPrompt = (): OpenPrompt | undefined => open;
export function onPromptChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

type AskCall<I, O> = Ask & {
  readonly op: Call<I, O>;
  /** The input without what the prompt adds: the reason and the values of `fields`. */
  readonly input: Partial<I>;
};

/**
 * Opens the prompt and resolves with the operation's output, or with undefined when the operator
 * closed it. Refusals are shown in the prompt, which keeps what was typed. The `Idempotency-Key` is
 * made when the prompt opens, so a second press has no second effect.
 */
export function askReason<I, O>({ op, input, ...ask }: AskCall<I, O>): Promise<O | undefined> {
  return new Promise((resolve) => {
    setOpen({
      ask,
      topic: op.topic,
      route: op.route,
      operation: `${op.topic}.${op.operation}`,
      key: newKey(),
      // The prompt adds what `input` lacks; the server checks the whole.
      run: (extra, idempotencyKey) => op({ ...input, ...extra } as I, { idempotencyKey }),
      end: (outcome) => {
        setOpen(undefined);
        resolve(outcome as O | undefined);
      },
    });
  });
}

const RECENT_MAX = 5;
const recentKey = (operation: string): string => `console-reasons:${operation}`;

/** Returns the last five reasons of an operation in this session, the newest first. */
export function recentReasons(operation: string): readonly string[] {
  return (sessionStorage.getItem(recentKey(operation)) ?? "").split("\n").filter(Boolean);
}

/** Remembers a reason until the session of the browser ends. */
export function rememberReason(operation: string, reason: string): void {
  const line = reason.replaceAll("\n", " ");
  const reasons = [line, ...recentReasons(operation).filter((one) => one !== line)];
  sessionStorage.setItem(recentKey(operation), reasons.slice(0, RECENT_MAX).join("\n"));
}
