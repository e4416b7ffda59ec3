/**
 * What each dialog is asked and what it answers; a new look adds one line to `Looks`, one file and
 * one case in the host.
 */
import type { ImagesRequest } from "../preview/preview-request.ts";

export type ToastRequest = {
  readonly text: string;
  readonly kind: "text" | "done" | "failed";
  readonly durationMs: number;
};

/** A fact of the sum shown above the buttons: from where, how much, what is left. */
export type FactRow = { readonly label: string; readonly value: string };

export type ConfirmRequest = {
  readonly title: string;
  readonly content: string;
  readonly rows: readonly FactRow[];
  readonly cancelText: string;
  readonly confirmText: string;
  /** `main` where money or a code goes (coral), `sea` elsewhere. */
  readonly tone: "sea" | "main";
};

export type NoticeButton = { readonly text: string; readonly value?: string };
export type NoticeRequest = {
  readonly title: string;
  readonly content: string;
  readonly type: "default" | "warning" | "error";
  readonly buttons: readonly NoticeButton[];
};

/** Per cent as they become known: one figure, or one after another. */
export type Progress = number | AsyncIterable<number>;
/** Closed from outside: `closing` resolves when the work behind it is done. */
export type LoadingRequest = {
  readonly text: string;
  readonly closing: Promise<unknown>;
  /** Drives the bar; without it the bar rises by its own curve. */
  readonly progress?: Progress | undefined;
};

export type PromptType = "text" | "textarea" | "number";
export type PromptRequest = {
  readonly title?: string;
  readonly placeholder?: string;
  /** What stands in the field at first; `defaultValue` is the same by its other name. */
  readonly content?: string | number;
  readonly defaultValue?: string | number;
  readonly type?: PromptType;
  /** In UTF-16 units; −1 is any length, and the default (D06). */
  readonly maxlength?: number;
  /** Shows how much of `maxlength` is used. */
  readonly hasCounter?: boolean;
  readonly cancelText?: string;
  readonly confirmText?: string;
};
/** A number for a number prompt, unless nothing was typed; undefined when it was left. */
export type PromptAnswer = string | number | undefined;

export type FormValues<N extends string = string> = Readonly<Record<N, string>>;
export type FormField<N extends string = string> = {
  readonly name: N;
  readonly label: string;
  readonly type?: "text" | "textarea" | "tel" | "number" | "password";
  /** In UTF-16 units; 140 unless told, −1 is any length (D09). */
  readonly maxlength?: number;
  readonly hasCounter?: boolean;
  readonly placeholder?: string;
  readonly require?: boolean;
  /** Throws or rejects with the words to show; answers false when the spec's own words will do. */
  validator?(value: string, values: FormValues): unknown;
  readonly value?: string;
};
export type FormRequest<N extends string = string> = {
  readonly title?: string;
  readonly intro?: string;
  readonly confirmText?: string;
  /** What the button says while `submit` runs. */
  readonly busyText?: string;
  readonly fields: readonly FormField<N>[];
  /** Runs with the trimmed values before the form goes; a failure keeps the form as it is. */
  submit?(values: FormValues<N>): unknown;
};

export type LoginButton = {
  readonly text: string;
  /** `wechat`, `phone`, or the address of a picture. */
  readonly icon?: string;
  /** The first is `main` unless told, the others `line`. */
  readonly color?: "main" | "sea" | "line";
  /** Two halves stand side by side; `full` unless told. */
  readonly width?: "full" | "half";
  /** A returned promise keeps the button busy; a failure is told and the dialog stays. */
  handler?(): unknown;
};
export type LoginTerm = {
  readonly name: string;
  /** Which text of the terms page opens where there is no `handler`. */
  readonly type?: string;
  handler?(): unknown;
};
export type LoginRequest = {
  /** The address of a picture; our whale unless told. */
  readonly logo?: string;
  readonly title?: string;
  readonly intro?: string;
  readonly buttons: readonly LoginButton[];
  readonly terms?: readonly LoginTerm[];
};

export type DialogTypes = {
  toast: { ask: ToastRequest; answer: void };
  confirm: { ask: ConfirmRequest; answer: boolean };
  /** The pressed button's `value`, else its text; undefined when it was dismissed. */
  notice: { ask: NoticeRequest; answer: string | undefined };
  loading: { ask: LoadingRequest; answer: void };
  prompt: { ask: PromptRequest; answer: PromptAnswer };
  /** Undefined when it was dismissed. */
  form: { ask: FormRequest; answer: FormValues | undefined };
  /** The text of the button whose handler ran; undefined when it was dismissed. */
  login: { ask: LoginRequest; answer: string | undefined };
  images: { ask: ImagesRequest; answer: void };
};
