/**
 * Asks a member at a useful moment whether WeChat may send notifications; asks once, and never
 * again after a refusal.
 */
import type { Consent, ConsentSubject } from "@yunjing/contract/schemas/messages";
import { api } from "../../api.ts";
import { attempt } from "../../device/attempt.ts";
import { platform } from "../../device/platform.ts";
import { tokenState } from "../../device/token.ts";
import { confirm } from "../../shell/facade/facade.ts";

type Answer = "accepted" | "refused";

/**
 * Posts the answer to the simulated WeChat, because the real one also stores the answer to its own
 * question. The real question is an open tag that WeChat renders for service accounts only: without
 * an `answerUrl` the question cannot be asked.
 */
async function postAnswerToWechat(answerUrl: string, answer: Answer): Promise<void> {
  const body = { answer: answer === "accepted" ? "accept" : "reject" };
  const call = attempt(() =>
    fetch(answerUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
  await call?.catch(() => undefined);
}

/** Stores an answer at WeChat and on our server; returns the consents as stored now. */
export async function saveConsent(
  { channel, subject, answerUrl }: Consent,
  answer: Answer,
): Promise<readonly Consent[]> {
  if (answerUrl !== undefined) await postAnswerToWechat(answerUrl, answer);
  return (await api.messages.consent({ channel, subject, answer })).list;
}

let isAsking = false;

/** Never rejects and never blocks the caller: a question that cannot be asked is skipped. */
export async function askConsent(subject: ConsentSubject): Promise<void> {
  if (platform() !== "mp-weixin-web" || tokenState() !== "valid" || isAsking) return;
  isAsking = true;
  await askForSubject(subject)
    .catch(() => undefined)
    .finally(() => {
      isAsking = false;
    });
}

async function askForSubject(subject: ConsentSubject): Promise<void> {
  const { list } = await api.messages.consents({});
  const consent = list.find((each) => each.channel === "wechat" && each.subject === subject);
  if (!consent?.mayAsk || consent.answerUrl === undefined) return;
  // Stored before the question: a member who leaves during it is not asked again either.
  await api.messages.consent({ channel: "wechat", subject, answer: "asked" });
  const isWanted = await confirm({
    title: `开启${consent.name}？`,
    content: `${consent.text}，通过微信服务通知发给你。可随时在消息中心关闭。`,
    cancelText: "不用了",
    confirmText: "开启",
  });
  await saveConsent(consent, isWanted ? "accepted" : "refused");
}
