/**
 * Detail sheet of a benefit in the points shop: its price, its rules, and what the member still
 * needs.
 */
import type { BenefitDetail } from "@yunjing/contract/schemas/benefit";
import type { PointsBenefit, PointsSummary } from "@yunjing/contract/schemas/points";
import { BenefitPicture } from "../../../components/benefit-picture.tsx";
import { Button } from "../../../components/button.tsx";
import { FlowSheet } from "../../../components/flow-sheet.tsx";
import { countText } from "../../../components/money.ts";
import { NoticeBar } from "../../../components/notice-bar.tsx";
import { MarketPrice, PointsPrice } from "../../../components/price.tsx";
import { Tag } from "../../../components/tag.tsx";
import { Inputs } from "../../benefit/detail/choice-section.tsx";
import type { ChoiceView } from "../../benefit/detail/use-choice.ts";
import styles from "./exchange.module.css";
import { Tasks } from "./sheets.tsx";
import { unavailableText } from "./points-text.ts";

interface DetailSheetProps {
  readonly goods: PointsBenefit;
  readonly benefit: BenefitDetail;
  readonly tasks: PointsSummary["tasks"];
  readonly choice: ChoiceView;
  readonly onExchange: () => void;
  /** Opens the membership levels, when a higher level is required. */
  readonly onLevels: () => void;
  readonly onClose: () => void;
}

function Head({ goods, benefit }: Pick<DetailSheetProps, "goods" | "benefit">) {
  const { picture, points, cashFen, left, limitText } = goods;
  const spec = benefit.skus[0]?.spec;
  const stock = left === undefined ? undefined : `剩 ${countText(left)}`;
  return (
    <>
      <span className={styles.picture}>
        <BenefitPicture {...picture} sizes="100vw" />
      </span>
      <div className={styles.prices}>
        <PointsPrice points={points} addFen={cashFen} money="exact" size={28} />
        <MarketPrice amountFen={goods.marketPriceFen} />
      </div>
      <p className="caption">
        {[spec, stock, limitText, benefit.deliveryText].filter(Boolean).join("，")}
      </p>
      {benefit.promises.length > 0 && (
        <p className={styles.tags}>
          {benefit.promises.map((promise) => (
            <Tag key={promise}>{promise}</Tag>
          ))}
        </p>
      )}
    </>
  );
}

/** What the member still needs for the exchange: points, or a level. */
function Missing({
  goods,
  tasks,
  onLevels,
  onClose,
}: Omit<DetailSheetProps, "choice" | "onExchange">) {
  const { gradeNeeded, missing } = goods;
  const open = tasks.filter(({ state }) => state === "open");
  return (
    <>
      {gradeNeeded !== undefined && (
        <NoticeBar
          kind="warn"
          text={`${gradeNeeded}，多下单攒成长值就能升级`}
          actionText="看等级"
          onPress={onLevels}
        />
      )}
      {missing > 0 && (
        <section className={styles.missing} aria-label="怎么赚积分">
          <h3 className="text-14 sea-900 strong">还差 {countText(missing)} 积分，可以这样得到</h3>
          {open.length > 0 ? (
            <Tasks tasks={open} onLeave={onClose} />
          ) : (
            <p className="mt-1 text-12 ink-700">
              下单完成后得积分，每天签到也有，连签越多得的越多。
            </p>
          )}
        </section>
      )}
    </>
  );
}

const Rules = ({ benefit: { steps, rules } }: { readonly benefit: BenefitDetail }) => (
  <dl className={styles.rules}>
    {steps.length > 0 && (
      <div>
        <dt>怎么用</dt>
        <dd>{steps.join("；")}</dd>
      </div>
    )}
    {rules.map(({ title, text }) => (
      <div key={`${title}${text}`}>
        <dt>{title}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
);

export function DetailSheet(props: DetailSheetProps) {
  const { goods, benefit, choice, onExchange, onClose } = props;
  const shut = unavailableText(goods) ?? choice.shut;
  return (
    <FlowSheet
      reason="viewing goods for points"
      title={goods.title}
      onClose={onClose}
      foot={
        <Button
          appearance="main"
          block
          reason={shut}
          onPress={() => choice.check() && onExchange()}
        >
          立即兑换
        </Button>
      }
    >
      <div className={styles.content}>
        <Head goods={goods} benefit={benefit} />
        <Missing {...props} />
        {shut === undefined && benefit.form.length > 0 && (
          <Inputs benefit={benefit} view={choice} />
        )}
        <Rules benefit={benefit} />
      </div>
    </FlowSheet>
  );
}
