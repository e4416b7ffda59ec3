/** Settings of exchange codes: batches, sessions, guessing limits. */
import { DAY, HOUR, MINUTE } from "./durations.ts";

export const exchangeSettings = {
  // Exchange codes (domain.md 10–11, reliability.md 2.4)
  codeSessionMs: 15 * MINUTE,
  codeWrongPerAccountHour: 10,
  codeWrongPerDeviceHour: 30,
  /**
   * From here on, callers of a network without a login need the hardest proof; a network never
   * causes a lock-out.
   */
  codeWrongPerAddressHour: 60,
  codeLockMs: HOUR,
  /**
   * Wrong attempts of a device or a network without a login that need no proof: the third needs
   * one.
   */
  codeProofFreeTries: 2,
  /**
   * Leading zero bits of a proof (decision 0044): normally, during the alarm, and from a guessing
   * network.
   */
  codeProofBits: 13,
  codeProofAlarmBits: 15,
  codeProofNetworkBits: 16,
  codeProofMs: 2 * MINUTE,
  /**
   * The alarm is raised when the wrong attempts of ten minutes are so many times their median of
   * seven days, and at least `guessAlarmFloor`.
   */
  guessAlarmTimes: 5,
  guessAlarmFloor: 100,
  /** How long the extra proofs stay required after the last check above the threshold. */
  guessAlarmMs: 30 * MINUTE,
  /** Look-ups of codes by one operator a day (decision 0080). */
  codeLookupsPerDay: 100,
  codeGivenBackMax: 3,
  /**
   * A returned code stays valid for at least so long, even past its own expiry (as points,
   * domain.md 13).
   */
  codeGraceMs: 7 * DAY,
};
