/**
 * Asks a member, at the moment it is of use, whether WeChat may tell them; once, and never again
 * after a no.
 */
import type { Consent, ConsentSubject } from "@yunjing/contract/schemas/messages";
import { api } from "../../api.ts";
import { attempt } from "../../device/attempt.ts";
import { platform } from "../../device/platform.ts";
import { tokenState } from "../../device/token.ts";
import { confirm } from "../../shell/facade/facade.ts";

type Answer = "accepted" | "refused";

/**
 * The pretend WeChat keeps the answer too, as the real one does when its own question is answered.
 * The real question is an open tag that WeChat draws for service accounts only: without an
 * `answerUrl` there is nobody to ask.
 */
async function postAnswerToWechat(answerUrl: string, answer: Answer): Promise<void> {
  const said = { answer: answer === "accepted" ? "accept" : "reject" };
  const call = attempt(() =>
    fetch(answerUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(said),
    }),
  );
  await call?.catch(() => undefined);
}

/** Keeps an answer with WeChat and with us; answers what is kept now. */
export async function saveConsent(
  { channel, subject, answerUrl }: Consent,
  answer: Answer,
): Promise<readonly Consent[]> {
  if (answerUrl !== undefined) await postAnswerToWechat(answerUrl, answer);
  return (await api.messages.consent({ channel, subject, answer })).list;
}

let isAsking = false;

/** Never rejects and never holds anything up: a question that cannot be asked is not asked. */
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
  // Kept before the question: whoever leaves in the middle of it is not asked again either.
  await api.messages.consent({ channel: "wechat", subject, answer: "asked" });
  const isWanted = await confirm({
    title: `开启${consent.name}？`,
    content: `${consent.text}，通过微信服务通知发给你。可随时在消息中心关闭。`,
    cancelText: "不用了",
    confirmText: "开启",
  });
  await saveConsent(consent, isWanted ? "accepted" : "refused");
}
