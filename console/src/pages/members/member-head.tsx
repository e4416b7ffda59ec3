/** The head of a member's page: who it is, the state, the tags, the whole phone once, the actions. */
import { useState } from "react";
import { api } from "../../api/client.ts";
import { sentenceFor } from "../../api/failure.ts";
import { may } from "../../api/operator.ts";
import { Button } from "../../parts/button.tsx";
import { dayText, groupedNumber, timeText } from "../../parts/format.ts";
import { Card, PageHead } from "../../parts/page-head.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { Reveal } from "../../parts/record/reveal.tsx";
import { Initial, LevelTag, StateTag } from "../../parts/tag.tsx";
import { tellFailure } from "../../parts/toast.tsx";
import * as acts from "./member-actions.ts";
import { giveCoupon, giveLevel, givePoints } from "./member-gifts.ts";
import styles from "./member.module.css";
import { memberStates } from "./member-words.ts";

type Member = acts.Member;

function Phone({ member }: { readonly member: Member }) {
  const { memberNo, phoneMask, reveals } = member;
  const reveal = async () => {
    const output = await askReason({
      op: api.operatorMembers.reveal,
      input: { memberNo, field: "phone" },
      title: "查看完整手机号",
      effect: [`今天已查看 ${reveals.used} / ${reveals.most} 次`, "这次查看计入审计"],
      confirm: "查看手机号",
      done: "已显示，离开页面后隐藏",
    });
    return output?.value;
  };
  return (
    <span className={styles.phone}>
      手机{" "}
      <Reveal
        masked={phoneMask || "未绑定"}
        label="查看完整手机号"
        used={reveals.used}
        most={reveals.most}
        onReveal={member.may.includes("reveal") ? reveal : undefined}
      />
    </span>
  );
}

/** Says why a list that a gift needs could not be read. */
const giving = (gift: Promise<void>) =>
  gift.catch((failure: unknown) => tellFailure(sentenceFor(failure)));

function Actions({ member }: { readonly member: Member }) {
  const has = (action: Member["may"][number]) => member.may.includes(action);
  const [isOpen, setOpen] = useState(false);
  const more = [
    has("restrict") &&
      member.status === "ACTIVE" &&
      (["限制账户", () => acts.restrict(member, "RESTRICTED")] as const),
    has("restrict") &&
      member.status !== "FROZEN" &&
      (["冻结账户", () => acts.restrict(member, "FROZEN")] as const),
    has("endSessions") && (["全部下线", () => acts.endSessions(member)] as const),
    has("rebind") && (["人工换绑", () => acts.rebind(member)] as const),
  ].filter((one) => one !== false);
  const gifts = [
    has("adjust") && (["补积分", () => givePoints(member)] as const),
    may("levels:edit") && (["给等级", () => giving(giveLevel(member))] as const),
  ].filter((one) => one !== false);
  return (
    <>
      {has("note") && <Button onClick={() => void acts.addNote(member)}>备注</Button>}
      {has("tags") && <Button onClick={() => void acts.setTags(member)}>标签</Button>}
      {has("adjust") && <Button onClick={() => void acts.adjust(member)}>提议调账</Button>}
      {may("campaigns:edit") && (
        <Button onClick={() => void giving(giveCoupon(member))}>发券</Button>
      )}
      {has("lift") && (
        <Button look="solid" onClick={() => void acts.lift(member)}>
          解除限制
        </Button>
      )}
      {more.length + gifts.length > 0 && (
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "收起" : "更多"}
        </Button>
      )}
      {isOpen &&
        gifts.map(([label, run]) => (
          <Button key={label} onClick={() => void run()}>
            {label}
          </Button>
        ))}
      {isOpen &&
        more.map(([label, run]) => (
          <Button key={label} look="danger" onClick={() => void run()}>
            {label}
          </Button>
        ))}
    </>
  );
}

export function MemberHead({ member }: { readonly member: Member }) {
  const [tone, word] = memberStates[member.status] ?? ["outline", member.status];
  return (
    <Card>
      <div className={styles.head}>
        <span className={styles.face}>
          <Initial name={member.nickname} />
        </span>
        <div className={styles.who}>
          <PageHead
            title={member.nickname}
            tags={
              <>
                <LevelTag>{member.levelName}</LevelTag>
                <StateTag tone={tone}>{word}</StateTag>
                {member.tags.map((tag) => (
                  <StateTag key={tag} tone="sand">
                    {tag}
                  </StateTag>
                ))}
              </>
            }
            actions={<Actions member={member} />}
          />
          <p className={styles.line}>
            <span>
              会员号 <b className={styles.mono}>{groupedNumber(member.memberNo)}</b>
            </span>
            <Phone member={member} />
            <span>微信{member.hasWechat ? "已绑定" : "未绑定"}</span>
            <span>
              {dayText(member.createdAt)} 注册于{member.channel === "wechat" ? "微信" : "网页"}
            </span>
            {member.lastSeenAt !== undefined && <span>最近 {timeText(member.lastSeenAt)}</span>}
          </p>
        </div>
      </div>
    </Card>
  );
}
