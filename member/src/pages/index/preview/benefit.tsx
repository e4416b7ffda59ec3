/** A draft of a benefit as the console shows it: as a row of a list, or as its page. */
import type { BenefitDetail } from "@yunjing/contract/schemas/benefit";
import { Card } from "../../../components/card.tsx";
import { BenefitRow } from "../../../components/shop/benefit-row.tsx";
import { BuyDock } from "../../benefit/detail/buy-dock.tsx";
import { ChoiceSection } from "../../benefit/detail/choice-section.tsx";
import styles from "../../benefit/detail/detail.module.css";
import { DetailBlocks } from "../../benefit/detail/detail-blocks.tsx";
import { Head } from "../../benefit/detail/head.tsx";
import { Rules } from "../../benefit/detail/rules.tsx";
import { useChoice } from "../../benefit/detail/use-choice.ts";

const doNothing = (): void => undefined;

function DetailPreview({ benefit }: { readonly benefit: BenefitDetail }) {
  const view = useChoice(benefit);
  return (
    <div className="page">
      <Head benefit={benefit} sku={view.sku} />
      <div className={styles.body}>
        <ChoiceSection benefit={benefit} view={view} savedCount={0} onAccounts={doNothing} />
        <Rules benefit={benefit} />
        <DetailBlocks benefit={benefit} />
      </div>
      <BuyDock benefit={benefit} view={view} onBuy={doNothing} />
    </div>
  );
}

interface BenefitPreviewProps {
  readonly benefit: BenefitDetail;
  readonly view: "card" | "detail";
}

export function BenefitPreview({ benefit, view }: BenefitPreviewProps) {
  // Another set of SKUs begins with a new choice.
  const key = benefit.skus.map(({ skuId }) => skuId).join();
  if (view === "detail") return <DetailPreview key={key} benefit={benefit} />;
  return (
    <div className={styles.body}>
      <Card>
        <BenefitRow benefit={benefit} />
      </Card>
    </div>
  );
}
