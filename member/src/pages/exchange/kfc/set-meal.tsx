/** A code for a fixed meal: shows its dishes; the member chooses only store and time. */
import { BenefitPicture } from "../../../components/benefit-picture.tsx";
import { Button } from "../../../components/button.tsx";
import { Section } from "../../../components/card.tsx";
import { Dock } from "../../../components/dock.tsx";
import { NoticeBar } from "../../../components/notice-bar.tsx";
import { countOf } from "./cart.ts";
import styles from "./kfc.module.css";
import { type Manifest, PICKUP_STEP, type StepProps } from "./step.ts";
import { StoreLine } from "./store-line.tsx";

const tints = ["peach", "sand", "plum", "teal", "green", "sea"] as const;

const itemsOf = ({ setMeal }: Manifest) => setMeal?.items ?? [];

export const SetMealItems = ({ manifest }: { readonly manifest: Manifest }) => (
  <ul className={styles.lines}>
    {itemsOf(manifest).map(({ productId, name, quantity, artwork, photo }, place) => (
      <li key={productId} className="row gap-3">
        <BenefitPicture
          artwork={artwork}
          photo={photo}
          tint={tints[place % tints.length] ?? "peach"}
          size={44}
        />
        <span className="grid grow">{name}</span>
        <span>×{quantity}</span>
      </li>
    ))}
  </ul>
);

export const setMealCount = (manifest: Manifest): number =>
  itemsOf(manifest).reduce((sum, { quantity }) => sum + quantity, 0);

export const SetMeal = ({ manifest, draft, goToStep }: StepProps) => (
  <>
    <StoreLine draft={draft} goToStep={goToStep} />
    <div className="page-body one-column">
      <Section title={manifest.title} note={`共 ${setMealCount(manifest)} 件`}>
        <SetMealItems manifest={manifest} />
      </Section>
      <NoticeBar kind="info" text="固定套餐，不用选餐品，也不用补差价" />
    </div>
    <Dock>
      <Button appearance="main" block onPress={() => goToStep(PICKUP_STEP)}>
        选取餐时间
      </Button>
    </Dock>
  </>
);

/** Returns the number of dishes in the order, for both kinds of code. */
export const dishCount = ({ manifest, draft }: Pick<StepProps, "manifest" | "draft">): number =>
  manifest.target === "meal" ? setMealCount(manifest) : countOf(draft.lines);
