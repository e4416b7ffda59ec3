/** The head of the wallet: the total, a bar of its parts, and held amounts with their cause. */
import type { WalletSummary } from "@yunjing/contract/schemas/wallet";
import { lazy, Suspense, useState } from "react";
import { formatDate } from "../../../device/time.ts";
import { Icon } from "../../../components/icon.tsx";
import { eye, eyeShut } from "../../../components/money-icons.ts";
import { moneyPieces, moneyText } from "../../../components/money.ts";
import { help } from "../../../components/page-icons.ts";
import styles from "./balance-head.module.css";
import { Held } from "./held.tsx";
import { useHiddenAmounts } from "./use-hidden-amounts.ts";

const HelpSheet = lazy(() =>
  import("./help-sheet.tsx").then((module) => ({ default: module.HelpSheet })),
);

/** Returns 1,234.50 without the currency sign, for use under a heading that names the currency. */
function plainText(amountFen: number): string {
  const { sign, yuan, decimals } = moneyPieces(amountFen, "exact");
  return `${sign}${yuan}${decimals}`;
}

/** Shown instead of a hidden amount. */
const HIDDEN = "****";

interface PartProps {
  readonly id: "principal" | "bonus" | "reward";
  readonly name: string;
  readonly text: string;
  readonly note?: string | undefined;
}

const Part = ({ id, name, text, note }: PartProps) => (
  <div className="min-width-0" data-part={id}>
    <dt className={`${styles.partName} row gap-1 caption`}>{name}</dt>
    <dd className="mt-half text-16 ink-900 bold">{text}</dd>
    {note && <dd className="caption">{note}</dd>}
  </div>
);

const bonusNote = ({ nextBonusEnd }: WalletSummary): string | undefined =>
  nextBonusEnd &&
  `${moneyText(nextBonusEnd.fen, "shop")} 在 ${formatDate(nextBonusEnd.at).slice(5)} 到期`;

const rewardNote = ({ frozenRewardFen }: WalletSummary): string | undefined =>
  frozenRewardFen > 0 ? `另有 ${moneyText(frozenRewardFen, "shop")} 待结算` : undefined;

/** Decorative only; the figures below contain the same data. */
const Bar = ({ summary }: { readonly summary: WalletSummary }) => (
  <div className={styles.bar} aria-hidden="true">
    {(["principal", "bonus", "reward"] as const).map((id) => {
      const fen = summary[`${id}Fen`];
      return fen > 0 ? <span key={id} data-part={id} style={{ flexGrow: fen }} /> : null;
    })}
  </div>
);

export function BalanceHead({ summary }: { readonly summary: WalletSummary }) {
  const [isHidden, turn] = useHiddenAmounts();
  const [isHelping, setHelping] = useState(false);
  const text = (fen: number) => (isHidden ? HIDDEN : plainText(fen));
  return (
    <header className={styles.head}>
      <div className="row gap-2">
        <h2 className="caption regular">总余额（元）</h2>
        <button
          type="button"
          className={styles.glyph}
          aria-label={isHidden ? "显示金额" : "隐藏金额"}
          onClick={turn}
        >
          <Icon of={isHidden ? eyeShut : eye} size={18} />
        </button>
        <button
          type="button"
          className={styles.glyph}
          data-end=""
          aria-label="余额说明"
          onClick={() => setHelping(true)}
        >
          <Icon of={help} size={18} />
        </button>
      </div>
      <p className="mb-3 text-40 ink-900 figure">{text(summary.totalFen)}</p>
      <Bar summary={summary} />
      <dl className={styles.parts}>
        <Part id="principal" name="本金" text={text(summary.principalFen)} />
        <Part
          id="bonus"
          name="赠送"
          text={text(summary.bonusFen)}
          note={isHidden ? undefined : bonusNote(summary)}
        />
        <Part
          id="reward"
          name="可提现"
          text={text(summary.rewardFen)}
          note={isHidden ? undefined : rewardNote(summary)}
        />
      </dl>
      <Held held={summary.held} isHidden={isHidden} />
      {isHelping && (
        <Suspense fallback={null}>
          <HelpSheet onClose={() => setHelping(false)} />
        </Suspense>
      )}
    </header>
  );
}
