/** The forms that give a coupon, or write a message, to each member of an audience. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, apiQuery } from "../../api/client.ts";
import { sentenceFor } from "../../api/failure.ts";
import type { FieldValue } from "../../parts/form/check-field.ts";
import { DrawerForm } from "../../parts/form/drawer-form.tsx";
import type { FieldSpec } from "../../parts/form/field.tsx";
import { countText, moneyText } from "../../parts/format.ts";
import { Facts, Notice } from "../../parts/panel.tsx";
import { tell } from "../../parts/toast.tsx";

type Values = Readonly<Record<string, FieldValue>>;
const LISTED_MAX = 100;

/** Names the send, so that a repeated request gives nothing twice. */
const newRef = (): string => `console-${crypto.randomUUID()}`;

const isFrom = (source: string) => (values: Values) => values["source"] === source;

/** The fields that choose an audience; undefined until the choices are read. */
function useAudienceFields(): readonly FieldSpec[] | undefined {
  const segments = useQuery(apiQuery(api.operatorAudiences.segments, {})).data?.list;
  const lists = useQuery(apiQuery(api.operatorAudiences.lists, {})).data?.list;
  return (
    segments &&
    lists && [
      {
        kind: "choice",
        name: "source",
        label: "发给",
        isRequired: true,
        choices: [
          ["segment", "人群"],
          ["list", "名单"],
        ],
      },
      {
        kind: "choice",
        name: "segmentId",
        label: "人群",
        isRequired: true,
        isShown: isFrom("segment"),
        choices: segments.map(({ segmentId, name }) => [segmentId, name]),
      },
      {
        kind: "choice",
        name: "fileId",
        label: "名单",
        isRequired: true,
        isShown: isFrom("list"),
        choices: lists.map(({ listId, name, members }) => [
          listId,
          `${name}（${countText(members)} 人）`,
        ]),
      },
    ]
  );
}

const later: readonly FieldSpec[] = [
  { kind: "instant", name: "at", label: "什么时候发", help: "不填则马上发；名单按现在的会员固定" },
  { kind: "area", name: "reason", label: "原因" },
];

/** The operation's input; `source` only chooses which field is drawn. */
const inputOf = ({ source: _, ...values }: Values): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** What it takes before it is submitted: members, money at most, whether another person agrees. */
function Forecast({ values }: { readonly values: Values }) {
  const { templateId, segmentId, fileId } = values;
  const isChosen = templateId !== undefined && (segmentId ?? fileId) !== undefined;
  const input = inputOf({ templateId, segmentId, fileId }) as Parameters<
    typeof api.operatorAudiences.forecast
  >[0];
  const { data, error } = useQuery({
    ...apiQuery(api.operatorAudiences.forecast, input),
    enabled: isChosen,
    retry: false,
    refetchOnWindowFocus: false,
  });
  if (!isChosen) return null;
  if (error) return <Notice tone="bad">{sentenceFor(error)}</Notice>;
  if (!data) return null;
  const { members, offFen, mostFen, couponsLeft, budgetLeftFen, needsTwo, isPack } = data;
  const unit = isPack ? "份" : "张";
  const isShort = couponsLeft !== undefined && couponsLeft < members;
  return (
    <>
      <Facts
        rows={[
          ["人数", `${countText(members)} 位，每人一${unit}`],
          [`每${unit}最多减`, offFen === undefined ? "没有上限" : moneyText(offFen)],
          [
            "活动剩余",
            couponsLeft === undefined ? `${unit}数不限` : `${countText(couponsLeft)} ${unit}`,
          ],
          ["预算剩余", budgetLeftFen === undefined ? "预算不限" : moneyText(budgetLeftFen)],
        ]}
        total={["最多让利", mostFen === undefined ? "没有上限" : moneyText(mostFen)]}
      />
      {isShort && <Notice tone="bad">活动剩余的数量不够，请先追加或缩小人群。</Notice>}
      <Notice tone={needsTwo ? "warn" : "sea"}>
        {needsTwo ? "超过一个人能定的额度，另一位同意后才开始发。" : "提交后到时间就开始发。"}
      </Notice>
    </>
  );
}

type FormProps = { readonly onClose: () => void };

const told = ({ approvalId }: { readonly approvalId?: string | undefined }) => {
  if (approvalId !== undefined) tell("已提交，等另一位同意");
};

/** `templateId`: the campaign that is chosen at first. */
export function GiveForm({ templateId, onClose }: FormProps & { readonly templateId?: string }) {
  const [ref] = useState(newRef);
  const running = { state: "active", pageSize: LISTED_MAX } as const;
  const campaigns = useQuery(apiQuery(api.operatorCampaigns.list, running)).data?.list;
  const audience = useAudienceFields();
  if (!campaigns || !audience) return null;
  return (
    <DrawerForm
      title="批量发券"
      op={api.operatorAudiences.giveSegment}
      fixed={{ ref }}
      initial={{ templateId }}
      fields={[
        {
          kind: "choice",
          name: "templateId",
          label: "优惠券",
          choices: campaigns.map((one) => [one.templateId, `${one.title}（${one.templateId}）`]),
        },
        ...audience,
        ...later,
      ]}
      toInput={inputOf}
      preview={(values) => <Forecast values={values} />}
      submit="提交发放"
      done="已提交"
      onClose={onClose}
      onDone={told}
    />
  );
}

export type MessageStart = {
  readonly title: string;
  readonly text: string;
  readonly link?: string | undefined;
};

/** `start`: the template that the text begins with. */
export function MessageForm({ start, onClose }: FormProps & { readonly start?: MessageStart }) {
  const [ref] = useState(newRef);
  const audience = useAudienceFields();
  if (!audience) return null;
  return (
    <DrawerForm
      title="批量发消息"
      op={api.operatorAudiences.sendMessage}
      fixed={{ ref }}
      initial={{ title: start?.title, text: start?.text, link: start?.link }}
      head={
        <Notice tone="sea">
          只发到会员的消息中心，不发短信和微信；晚上 10 点到早上 8
          点不发。关闭了「活动与优惠消息」的会员不发。
        </Notice>
      }
      fields={[
        { kind: "text", name: "title", label: "标题" },
        { kind: "area", name: "text", label: "内容", help: "会员会读到" },
        { kind: "text", name: "link", label: "链接", placeholder: "/pages/…" },
        ...audience,
        ...later,
      ]}
      toInput={inputOf}
      submit="提交发送"
      done="已提交"
      onClose={onClose}
    />
  );
}
