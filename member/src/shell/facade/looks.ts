/**
 * What each dialog is asked and what it answers; a new look adds one line to `Looks`, one file and
 * one case in the host.
 */
import type { ImagesAsk } from "../preview/ask.ts";

export type ToastAsk = {
  readonly text: string;
  readonly kind: "text" | "done" | "failed";
  readonly durationMs: number;
};

/** A fact of the sum shown above the buttons: from where, how much, what is left. */
export type FactRow = { readonly label: string; readonly value: string };

export type ConfirmAsk = {
  readonly title: string;
  readonly content: string;
  readonly rows: readonly FactRow[];
  readonly cancelText: string;
  readonly confirmText: string;
  /** `main` where money or a code goes (coral), `sea` elsewhere. */
  readonly tone: "sea" | "main";
};

export type NoticeButton = { readonly text: string; readonly value?: string };
export type NoticeAsk = {
  readonly title: string;
  readonly content: string;
  readonly type: "default" | "warning" | "error";
  readonly buttons: readonly NoticeButton[];
};

/** Closed from outside: `closing` resolves when the work behind it is done. */
export type LoadingAsk = { readonly text: string; readonly closing: Promise<unknown> };

export type Looks = {
  toast: { ask: ToastAsk; answer: void };
  confirm: { ask: ConfirmAsk; answer: boolean };
  /** The pressed button's `value`, else its text; undefined when it was dismissed. */
  notice: { ask: NoticeAsk; answer: string | undefined };
  loading: { ask: LoadingAsk; answer: void };
  images: { ask: ImagesAsk; answer: void };
};
