/** Uses a page by its visible text over WebDriver: press, fill in, wait for text. */
import { By, type WebDriver, type WebElement, error } from "selenium-webdriver";

const WAIT_MS = 30_000;
const POLL_MS = 100;
/** Elements that a visitor can press. */
const PRESSABLE = "self::button or self::a or self::label or @role='button' or @role='switch'";

/**
 * Errors of an element that moved, was redrawn or is covered for a moment: the action is retried.
 */
const PASSING = [
  error.StaleElementReferenceError,
  error.ElementClickInterceptedError,
  error.ElementNotInteractableError,
  error.NoSuchElementError,
  error.MoveTargetOutOfBoundsError,
];
const isPassing = (failure: unknown): boolean => PASSING.some((kind) => failure instanceof kind);

export type Visitor = {
  readonly browser: WebDriver;
  /** Opens a path of the product. */
  open(path: string): Promise<void>;
  /** Presses the first visible button or link whose text or label contains `name`. */
  press(name: string): Promise<void>;
  /** Presses the first visible element that the XPath finds. */
  pressAt(xpath: string): Promise<void>;
  /** Types into the first visible field that the CSS selector finds. */
  fill(selector: string, text: string): Promise<void>;
  /** Waits until the page shows a matching text; returns the whole visible text. */
  reads(text: RegExp, timeoutMs?: number): Promise<string>;
  /** Waits until a script in the page returns true. */
  until(script: string, timeoutMs?: number): Promise<void>;
  path(): Promise<string>;
};

async function retry<T>(
  what: string,
  act: () => Promise<T | undefined>,
  timeoutMs = WAIT_MS,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    try {
      const result = await act();
      if (result !== undefined) return result;
    } catch (failure) {
      if (!isPassing(failure)) throw failure;
    }
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
  throw new Error(`not within ${timeoutMs} ms: ${what}`);
}

async function firstUsable(elements: readonly WebElement[]): Promise<WebElement | undefined> {
  for (const element of elements)
    if ((await element.isDisplayed()) && (await element.isEnabled())) return element;
  return undefined;
}

/** Returns a visitor of the product at `origin` in this browser. */
export function visitorIn(browser: WebDriver, origin: string): Visitor {
  const textNow = () => browser.executeScript<string>("return document.body.innerText");
  const withText = async <T>(what: string, act: () => Promise<T | undefined>, timeoutMs?: number) =>
    retry(what, act, timeoutMs).catch(async (failure: Error) => {
      throw new Error(
        `${failure.message}\nat ${await browser.getCurrentUrl()}:\n${await textNow()}`,
      );
    });
  const usable = async (by: By) => firstUsable(await browser.findElements(by));
  const contains = (name: string) =>
    `contains(normalize-space(.), "${name}") or contains(@aria-label, "${name}")`;
  const pressAt = async (xpath: string): Promise<void> => {
    await withText(`press ${xpath}`, async () => {
      const element = await usable(By.xpath(xpath));
      if (!element) return undefined;
      await browser.executeScript("arguments[0].scrollIntoView({ block: 'center' })", element);
      await element.click();
      return null;
    });
  };
  return {
    browser,
    open: (path) => browser.get(origin + path),
    press: (name) => pressAt(`//*[${PRESSABLE}][${contains(name)}]`),
    pressAt,
    fill: (selector, text) =>
      withText(`fill ${selector}`, async () => {
        const element = await usable(By.css(selector));
        if (!element) return undefined;
        await element.clear();
        await element.sendKeys(text);
        return null;
      }).then(() => undefined),
    reads: (text, timeoutMs) =>
      withText(
        `read ${text}`,
        async () => {
          const all = await textNow();
          return text.test(all) ? all : undefined;
        },
        timeoutMs,
      ),
    until: (script, timeoutMs) =>
      withText(
        script,
        async () => ((await browser.executeScript<boolean>(script)) ? null : undefined),
        timeoutMs,
      ).then(() => undefined),
    path: async () => new URL(await browser.getCurrentUrl()).pathname,
  };
}
