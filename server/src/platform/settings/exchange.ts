/** Settings of exchange codes: batches, sessions, guessing limits. */
import { count, ms, rights, type AdjustableTopic } from "./adjustable.ts";
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

export const exchangeAdjustable: AdjustableTopic<typeof exchangeSettings> = {
  topic: "兑换码",
  settings: {
    codeSessionMs: ms("打开兑换码后保留多久", 5 * MINUTE, HOUR),
    codeWrongPerAccountHour: count("每个账户每小时可输错", 3, 100, rights),
    codeWrongPerDeviceHour: count("每台设备每小时可输错", 3, 300, rights),
    codeWrongPerAddressHour: count("每个网络每小时输错多少次后加强验证", 10, 1_000, {
      ...rights,
      notBelow: "codeWrongPerDeviceHour",
    }),
    codeLockMs: ms("输错过多后锁定", 10 * MINUTE, DAY, rights),
    guessAlarmTimes: count("猜码告警：达到平时的几倍", 2, 50),
    guessAlarmFloor: count("猜码告警：十分钟内至少多少次", 10, 10_000),
    guessAlarmMs: ms("猜码告警后加强验证保持多久", 10 * MINUTE, DAY),
    codeLookupsPerDay: count("每个运营人员每天可查码", 10, 5_000, rights),
    codeGivenBackMax: count("一张码最多退回几次", 1, 10),
    codeGraceMs: ms("退回的码至少再有效", DAY, 30 * DAY),
  },
};
