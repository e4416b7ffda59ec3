/** Client-side checks of a pay password; the server checks the same and more. */

const ONE_DIGIT = /^(\d)\1{5}$/;

/** True for 123456 or 765432: each digit one above or one below the digit before. */
function isRun(digits: string): boolean {
  const steps = [...digits].slice(1).map((digit, place) => Number(digit) - Number(digits[place]));
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
}

/** Returns the error of a password; `undefined` when it may be sent. */
export const passwordError = (digits: string): string | undefined =>
  ONE_DIGIT.test(digits) || isRun(digits) ? "太简单了，不要用连续或相同的数字" : undefined;
