/** The first view of the exchange page: the code field, an unfinished session, and how it works. */
import { useSyncExternalStore } from "react";
import type { StoredSession } from "../../../device/exchange-session.ts";
import { formatClock } from "../../../device/time.ts";
import { Artwork } from "../../../components/artwork.tsx";
import { Button } from "../../../components/button.tsx";
import { Card, Section } from "../../../components/card.tsx";
import { codeProgress, normalizeTypedCode } from "../../../components/typed-code.ts";
import { CodeField } from "../../../components/code-field.tsx";
import { Contours } from "../../../components/contours.tsx";
import { useSecondsLeft } from "../../../components/countdown.tsx";
import { paste } from "../../../components/icons.ts";
import { ListRow, ListRows } from "../../../components/list-row.tsx";
import { shop } from "../../../components/page-icons.ts";
import { notice, toast } from "../../../shell/facade/facade.ts";
import { navigateTo } from "../../../shell/navigate.ts";
import styles from "./manifest.module.css";

type CodeEntryProps = {
  readonly code: string;
  readonly onType: (code: string) => void;
  readonly error: string | undefined;
  readonly onOpen: (code?: string) => Promise<void>;
  /** The button text during the lookup of a code. */
  readonly busyText: string;
  readonly storedSession: StoredSession | undefined;
  readonly onContinue: (stored: StoredSession) => Promise<void>;
  readonly onDiscard: (stored: StoredSession) => Promise<void>;
  readonly onStoredSessionExpired: () => void;
};

const canPaste = (): boolean => "clipboard" in navigator && "readText" in navigator.clipboard;
/** The answer does not change; the server assumes what nearly every browser has. */
const useCanPaste = (): boolean =>
  useSyncExternalStore(
    () => () => undefined,
    canPaste,
    () => true,
  );

export function CodeEntry(props: CodeEntryProps) {
  const { code, onType, error, onOpen, storedSession } = props;
  const { reason } = codeProgress(code);
  const hasPaste = useCanPaste();
  const fromClipboard = () =>
    navigator.clipboard.readText().then(
      (text) =>
        normalizeTypedCode(text) === ""
          ? toast("剪贴板里没有兑换码")
          : onType(normalizeTypedCode(text)),
      () => toast("没有读到剪贴板，请长按输入框粘贴"),
    );
  return (
    <div className="page">
      <div className={styles.hero}>
        <Contours place="left" isUnderBar />
        <h2 className="text-20 strong">输入兑换码</h2>
        <p className="mt-1 sea-200">卡面、短信或活动页上的 18 位字母和数字</p>
      </div>
      <div className={styles.body}>
        <Card>
          <form
            className="grid gap-3"
            onSubmit={(event) => {
              event.preventDefault();
              if (reason === undefined) void onOpen();
            }}
          >
            <CodeField value={code} onInput={onType} error={error} />
            {hasPaste && (
              <div className={styles.pair}>
                <Button appearance="soft" size={44} block icon={paste} onPress={fromClipboard}>
                  粘贴
                </Button>
              </div>
            )}
            <Button
              appearance="main"
              block
              reason={reason}
              busyText={props.busyText}
              onPress={() => onOpen()}
            >
              查询能兑什么
            </Button>
          </form>
        </Card>
        {storedSession && <Unfinished {...props} stored={storedSession} />}
        <Card>
          <ListRows>
            <ListRow
              icon={shop}
              name="没有兑换码，直接点餐"
              note="选门店和餐品，付款后出取餐码"
              onPress={() => void navigateTo("/pages/exchange/kfc?buy=1")}
            />
          </ListRows>
        </Card>
        <HowTo />
        <Questions />
      </div>
    </div>
  );
}

type UnfinishedProps = Pick<
  CodeEntryProps,
  "onContinue" | "onDiscard" | "onStoredSessionExpired"
> & {
  readonly stored: StoredSession;
};

function Unfinished({ stored, onContinue, onDiscard, onStoredSessionExpired }: UnfinishedProps) {
  const seconds = useSecondsLeft(stored.expiresAt, onStoredSessionExpired);
  const left = seconds >= 60 ? `${Math.ceil(seconds / 60)} 分钟` : `${seconds} 秒`;
  return (
    <Card>
      <div className="row gap-3">
        <Artwork name={stored.artwork} tint="peach" size={48} shape="picture" />
        <div className="grow">
          <p className="ink-900 medium">上次没兑完：{stored.title}</p>
          <p className="text-12 warn-700">
            为你保留到 {formatClock(stored.expiresAt)}，还剩 {left}
          </p>
        </div>
        <div className="row gap-2 flex-none">
          <Button appearance="line" size={32} onPress={() => onContinue(stored)}>
            继续
          </Button>
          <Button
            appearance="soft"
            size={32}
            onPress={() => onDiscard(stored)}
            label={`退回${stored.title}的兑换码`}
          >
            退回
          </Button>
        </div>
      </div>
    </Card>
  );
}

const steps = [
  { art: "codebox", tint: "green", name: "输入兑换码", note: "先看能兑什么" },
  { art: "bag", tint: "sea", name: "选规格或门店", note: "此时还没扣码" },
  { art: "ticket", tint: "peach", name: "确认兑换", note: "当场出券或出码" },
] as const;

const HowTo = () => (
  <Section title="怎么用">
    <ol className={styles.steps}>
      {steps.map(({ art, tint, name, note }) => (
        <li key={name} className={styles.step}>
          <Artwork name={art} tint={tint} size={56} shape="tile" />
          <span className="ink-900 medium balance">{name}</span>
          <span className="caption balance">{note}</span>
        </li>
      ))}
    </ol>
  </Section>
);

const questions = [
  {
    name: "提示兑换码无效怎么办",
    answer:
      "先核对有没有输错，数字 0 和字母 O、数字 1 和字母 I 会自动认出。仍然无效，可能已经用过、过期或还没有启用，请联系发码的商家。",
  },
  {
    name: "兑换后能退吗",
    answer:
      "确认兑换后码即失效。餐品没有出码会自动退回兑换码；已经出码的，以订单详情里的退款说明为准。",
  },
  {
    name: "没有登录也能兑换吗",
    answer: "餐品和餐券可以，凭订单链接查看取餐码。积分和余额要存进会员账户，需要先登录。",
  },
];

const Questions = () => (
  <Card>
    <ListRows label="常见问题">
      {questions.map(({ name, answer }) => (
        <ListRow
          key={name}
          name={name}
          onPress={() => void notice({ title: name, content: answer })}
        />
      ))}
    </ListRows>
  </Card>
);
