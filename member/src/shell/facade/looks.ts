/**
 * What each dialog is asked and what it answers; a new look adds one line to `Looks`, one file and
 * one case in the host.
 */

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

/**
 * Closed from outside: `closing` resolves when the work behind it is done; `reached` is how far it
 * says it is, in per cent.
 */
export type LoadingAsk = {
  readonly text: string;
  readonly closing: Promise<unknown>;
  readonly reached: () => number;
};

export type PromptAsk = {
  readonly title: string;
  readonly placeholder: string;
  /** What stands in the field at first; spec §3 calls it content or default value. */
  readonly content: string;
  readonly type: "text" | "textarea" | "number";
  /** Most characters, -1 = no limit. */
  readonly maxlength: number;
  readonly cancelText: string;
  readonly confirmText: string;
};

/** One field of a form, named as spec §3 names its parts. */
export type FormField = {
  readonly name: string;
  readonly label: string;
  readonly type?: "text" | "textarea" | "number" | "tel" | "password";
  /** Most characters, 140 unless told, -1 = no limit. */
  readonly maxlength?: number;
  readonly placeholder?: string;
  readonly require?: boolean;
  /** Throws or rejects when the value is not good; the message of what it throws is shown. */
  readonly validator?: (value: string) => unknown;
  readonly value?: string;
};
export type FormValues = Readonly<Record<string, string>>;
export type FormAsk = {
  readonly title: string;
  readonly intro: string;
  readonly confirmText: string;
  readonly fields: readonly FormField[];
  /** Called with good values; while it runs the form is busy, and it stays open when it rejects. */
  readonly submit: (values: FormValues) => unknown;
};

/** A way to log in; `color` is the button's rank, `width` any CSS width. */
export type IdentityButton = {
  readonly text: string;
  readonly icon?: { readonly path: string; readonly isFilled?: true };
  readonly color?: "main" | "sea" | "line";
  readonly width?: string;
  readonly handler: () => unknown;
};
/** An agreement by its name; `type` is what its handler is told. */
export type IdentityTerm = {
  readonly name: string;
  readonly type: string;
  readonly handler: (type: string) => unknown;
};
export type IdentityAsk = {
  /** Address of a picture; the whale where there is none. */
  readonly logo: string;
  readonly title: string;
  readonly intro: string;
  readonly buttons: readonly IdentityButton[];
  readonly terms: readonly IdentityTerm[];
};

export type Looks = {
  toast: { ask: ToastAsk; answer: void };
  confirm: { ask: ConfirmAsk; answer: boolean };
  /** The pressed button's `value`, else its text; undefined when it was dismissed. */
  notice: { ask: NoticeAsk; answer: string | undefined };
  loading: { ask: LoadingAsk; answer: void };
  /** The trimmed text, a number where one was asked for and given; undefined when dismissed. */
  prompt: { ask: PromptAsk; answer: string | number | undefined };
  /** The values by field name; undefined when dismissed. */
  form: { ask: FormAsk; answer: FormValues | undefined };
  /** The text of the button whose handler has run; undefined when dismissed. */
  identity: { ask: IdentityAsk; answer: string | undefined };
};
