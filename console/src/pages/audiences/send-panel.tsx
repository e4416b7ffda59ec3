/** One bulk send beside the list: what each member got, why some got nothing, and its buttons. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { may } from "../../api/operator.ts";
import { ApprovalCard } from "../../parts/approval/approval-card.tsx";
import { Button } from "../../parts/button.tsx";
import { countText, EMPTY, moneyText, timeText } from "../../parts/format.ts";
import { Facts, Notice, Panel, Section } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { MemberLink, PageLink } from "../../parts/record/record-links.tsx";
import { StateTag } from "../../parts/tag.tsx";
import { kindWords, states } from "./send-words.ts";

type Row = Item<typeof api.operatorAudiences.sends>;
const BARRED_SHOWN = 10;

const acts = {
  pause: {
    title: "暂停发放",
    effect: "没发到的会员先不发，已发的不收回",
    look: "solid",
  },
  resume: { title: "继续发放", effect: "从没有发到的会员继续，每人仍只一次", look: "coral" },
  cancel: {
    title: "取消发放",
    effect: "没发到的会员不再发，不能恢复；已发的不收回",
    look: "danger",
  },
} as const;

const act = (row: Row, name: keyof typeof acts) =>
  askReason({
    op: api.operatorAudiences[name],
    input: { sendId: row.sendId },
    title: acts[name].title,
    effect: [`${row.title} · ${row.audience}`, acts[name].effect],
    confirm: acts[name].title,
    look: acts[name].look,
  });

function Buttons({ row }: { readonly row: Row }) {
  if (!may(row.kind === "coupon" ? "campaigns:edit" : "messages:send")) return null;
  const isOpen = row.state === "running" || row.state === "scheduled";
  if (!isOpen && row.state !== "paused") return null;
  return (
    <>
      <Button look="danger" onClick={() => void act(row, "cancel")}>
        取消发放
      </Button>
      <Button look="solid" onClick={() => void act(row, isOpen ? "pause" : "resume")}>
        {isOpen ? "暂停发放" : "继续发放"}
      </Button>
    </>
  );
}

/** The first members who got nothing. */
function Barred({ sendId }: { readonly sendId: string }) {
  const wanted = { sendId, outcome: "barred", pageSize: BARRED_SHOWN } as const;
  const { data } = useQuery(apiQuery(api.operatorAudiences.sendMembers, wanted));
  if (!data) return null;
  return (
    <Facts
      rows={data.list.map(({ member, text: why = EMPTY }) => [
        member.nickname || member.memberNo,
        <MemberLink key="member" memberNo={member.memberNo} />,
        `${member.phone} ${why}`,
      ])}
    />
  );
}

export function SendPanel({ row, onClose }: { readonly row: Row; readonly onClose: () => void }) {
  const { sendId, kind, state, mostFen, pauseReason, checker, endedAt, templateId } = row;
  const detail = useQuery(apiQuery(api.operatorAudiences.send, { sendId })).data;
  const [tone, word] = states[state];
  return (
    <Panel
      title={row.title}
      tags={<StateTag tone={tone}>{word}</StateTag>}
      text={`${kindWords[kind]} · ${row.audience}`}
      onClose={onClose}
      foot={<Buttons row={row} />}
    >
      {state === "paused" && pauseReason && <Notice tone="warn">{pauseReason}</Notice>}
      {state === "waiting" && (
        <Notice tone="warn">等另一位同意后开始；提交人可以在这里或审批箱撤回。</Notice>
      )}
      {row.approvalId !== undefined && <ApprovalCard kind="bulk_give" no={row.approvalId} />}
      {state === "expired" && <Notice tone="warn">24 小时内没有人同意，请重新提交。</Notice>}
      <Section title="结果">
        <Facts
          rows={[
            ["发到", `${countText(row.given)} 位`],
            ["之前已有", `${countText(row.already)} 位`],
            ["没有发", `${countText(row.barred)} 位`],
            ["还没轮到", `${countText(row.members - row.given - row.already - row.barred)} 位`],
          ]}
          total={["名单", `${countText(row.members)} 位`]}
        />
      </Section>
      {detail && detail.reasons.length > 0 && (
        <Section title="没有发的原因">
          <Facts
            rows={detail.reasons.map(({ text, members }) => [text, `${countText(members)} 位`])}
          />
          <Barred sendId={sendId} />
        </Section>
      )}
      {detail?.message && (
        <Section title="会员会读到">
          <Facts
            rows={[
              ["标题", detail.message.title],
              ["内容", detail.message.text],
              ["链接", detail.message.link ?? EMPTY],
            ]}
          />
        </Section>
      )}
      <Section title="记录">
        <Facts
          rows={[
            ...(templateId === undefined
              ? []
              : ([
                  [
                    "活动",
                    <PageLink key="to" to={`/campaigns/${templateId}`}>
                      {templateId}
                    </PageLink>,
                  ],
                ] as const)),
            ...(kind === "coupon"
              ? ([["最多让利", mostFen === undefined ? "没有上限" : moneyText(mostFen)]] as const)
              : []),
            ["开始", timeText(row.startAt)],
            ["结束", endedAt === undefined ? EMPTY : timeText(endedAt)],
            ["提交人", row.maker.name],
            ["同意人", checker?.name ?? EMPTY],
            ["原因", row.reason],
          ]}
        />
      </Section>
    </Panel>
  );
}
