/** What a pay password must not be; the server holds the same and more. */

const ONE_DIGIT = /^(\d)\1{5}$/;

/** 123456, 765432: every figure one further than the one before, up or down. */
function isRun(digits: string): boolean {
  const steps = [...digits].slice(1).map((digit, place) => Number(digit) - Number(digits[place]));
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
}

/** Undefined for a password that may be tried. */
export const passwordError = (digits: string): string | undefined =>
  ONE_DIGIT.test(digits) || isRun(digits) ? "太简单了，不要用连续或相同的数字" : undefined;
