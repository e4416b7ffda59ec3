/** The coupon as members see it in the claim centre, drawn from a draft while it is typed. */
import { EMPTY } from "../../parts/format.ts";
import type { CampaignDraft } from "./campaign-fields.ts";
import styles from "./campaigns.module.css";
import { isCouponRules, offText, validityText } from "./campaign-words.ts";
import { type ChosenPart, packOffFen, packSize } from "./pack.ts";

/** What is typed may be no amount yet. */
const yuan = (fen = 0): string => (Number.isNaN(fen) ? EMPTY : String(fen / 100));

function Figure({ rules }: { readonly rules: CampaignDraft["rules"] }) {
  const { type, valueFen, percent = 0 } = rules;
  if (type === "percent")
    return (
      <strong>
        {Number.isNaN(percent) ? EMPTY : percent / 10}
        <small>折</small>
      </strong>
    );
  if (type === "exchange") return <strong>兑换</strong>;
  return (
    <strong>
      <small>¥</small>
      {yuan(valueFen)}
    </strong>
  );
}

const below = ({ type, thresholdFen = 0, capFen }: CampaignDraft["rules"]): string => {
  if (thresholdFen > 0) return `满 ${yuan(thresholdFen)} 可用`;
  return type === "percent" && capFen !== undefined ? `最高减 ${yuan(capFen)}` : "无门槛";
};

/** What the coupons of a pack take off together. */
function PackFigure({ parts }: { readonly parts: readonly ChosenPart[] }) {
  const mostFen = packOffFen(parts);
  if (mostFen === undefined || parts.length === 0) return <strong>券包</strong>;
  return (
    <strong>
      <small>¥</small>
      {yuan(mostFen)}
    </strong>
  );
}

/** `parts` are the coupons of a pack. */
export function Ticket(props: {
  readonly draft: CampaignDraft;
  readonly parts?: readonly ChosenPart[];
}) {
  const { draft, parts = [] } = props;
  const { title, scopeText, rules, look } = draft;
  const isSingle = isCouponRules(rules);
  return (
    <figure className={styles.ticketGround}>
      <div className={styles.ticket} data-look={look}>
        <div className={styles.stub}>
          {isSingle ? rules.type && <Figure rules={rules} /> : <PackFigure parts={parts} />}
          <span>{isSingle ? below(rules) : `共 ${packSize(parts)} 张`}</span>
        </div>
        <div className={styles.ticketBody}>
          <b>{title || "未命名"}</b>
          <span>{scopeText || "适用说明"}</span>
          <span>{validityText(draft)}</span>
        </div>
      </div>
      {!isSingle && parts.length > 0 && (
        <ul className={styles.ticketParts}>
          {parts.map((part) => (
            <li key={part.templateId}>
              <b>{part.title}</b>
              <span>{offText(part)}</span>
              <span>{`× ${part.count}`}</span>
            </li>
          ))}
        </ul>
      )}
      <figcaption>会员在领券中心看到的样子</figcaption>
    </figure>
  );
}
