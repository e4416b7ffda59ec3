/** Reads codes of the demo operators' authenticators; no code is given out twice. */
import { ask } from "../login.ts";

type Authenticator = {
  /** Masked; only the first three and the last four digits are shown. */
  readonly phone: string;
  readonly code: string;
  /** The code of the next 30 seconds, which the server accepts already. */
  readonly nextCode: string;
};

/** ms between two looks at an authenticator, and how many of them one step of it lasts at most. */
const POLL_MS = 1_000;
const POLLS = 35;

/** The newest code given out, by product and phone. */
const givenOut = new Map<string, string>();

/** Returns what the authenticator of a phone shows now. */
export async function authenticatorOf(origin: string, number: string): Promise<Authenticator> {
  const all = await ask<readonly Authenticator[]>(`${origin}/sandbox/authenticator.json`);
  const masked = `${number.slice(0, 3)}****${number.slice(-4)}`;
  const found = all.find(({ phone }) => phone === masked);
  if (!found) throw new Error(`${number} has no authenticator`);
  return found;
}

/**
 * Returns a code that the product accepts: it accepts each once, and none that is older than one it
 * accepted. Waits for the next one if both that are shown were given out.
 */
export async function unusedCode(origin: string, number: string): Promise<string> {
  const key = `${origin} ${number}`;
  const former = givenOut.get(key);
  for (let polls = 0; polls < POLLS; polls++) {
    const { code, nextCode } = await authenticatorOf(origin, number);
    if (former !== nextCode) {
      const unused = former === code ? nextCode : code;
      givenOut.set(key, unused);
      return unused;
    }
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
  throw new Error(`the authenticator of ${number} does not move on`);
}
