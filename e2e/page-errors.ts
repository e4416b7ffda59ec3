/**
 * Collects the errors of every page of a test: console errors, CSP violations, page errors and
 * unhandled rejections. Network failures can be expected in advance; nothing else can.
 */
import type { BrowserContext, ConsoleMessage } from "playwright-core";

/**
 * An HTTP status of 400 or more, a request without any answer, or a style sheet with a wrong type:
 * the browser reports a missing style sheet by its type instead of its status.
 */
export type FailedAnswer = number | "no answer" | "wrong type";

/** A network failure as the browser reports it in the console. */
export type NetworkFailure = { readonly path: string; readonly answer: FailedAnswer };

/** A network failure that a test causes on purpose; every request with a matching path may fail. */
type Expected = { readonly path: RegExp; readonly answer: FailedAnswer; count: number };

type Logged = { readonly text: string; readonly url: string };

const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url);

/** Parses a console error as a network failure; returns `undefined` for any other error. */
export function networkFailureOf({ text, url }: Logged): NetworkFailure | undefined {
  const socket = /^WebSocket connection to '([^']+)' failed/.exec(text)?.[1];
  if (socket !== undefined) return { path: pathOf(socket), answer: "no answer" };
  const sheet = /^Refused to apply style from '([^']+)' because its MIME type/.exec(text)?.[1];
  if (sheet !== undefined) return { path: pathOf(sheet), answer: "wrong type" };
  if (!text.startsWith("Failed to load resource: ")) return undefined;
  const status = /the server responded with a status of (\d{3})/.exec(text)?.[1];
  return { path: pathOf(url), answer: status === undefined ? "no answer" : Number(status) };
}

export interface PageErrors {
  /** Collects the errors of all pages and workers of this browser context. */
  watch(context: BrowserContext): void;
  /** Declares a network failure that has to happen before the test ends. */
  expectFailure(path: RegExp, answer: FailedAnswer): void;
  /**
   * Returns one line for each unexpected error and for each expected failure that did not happen,
   * and clears them.
   */
  take(): string[];
}

/** Collects the errors of one test file. */
export function collectPageErrors(): PageErrors {
  let errors: string[] = [];
  let expected: Expected[] = [];

  const addLogged = (logged: Logged) => {
    const failure = networkFailureOf(logged);
    const known =
      failure &&
      expected.filter(({ path, answer }) => answer === failure.answer && path.test(failure.path));
    if (known?.length) for (const each of known) each.count += 1;
    else errors.push(`console error: ${logged.text} (${logged.url})`);
  };

  return {
    watch: (context) => {
      context.on("console", (message: ConsoleMessage) => {
        if (message.type() !== "error") return;
        addLogged({ text: message.text(), url: message.location().url });
      });
      context.on("weberror", (thrown) => {
        const error = thrown.error();
        errors.push(`page error: ${error.stack ?? error.message}`);
      });
    },
    expectFailure: (path, answer) => {
      expected.push({ path, answer, count: 0 });
    },
    take: () => {
      const missing = expected
        .filter(({ count }) => count === 0)
        .map(({ path, answer }) => `expected, but did not happen: ${path} ${answer}`);
      const all = [...errors, ...missing];
      errors = [];
      expected = [];
      return all;
    },
  };
}
