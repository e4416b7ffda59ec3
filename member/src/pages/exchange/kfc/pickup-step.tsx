/** Step 3: eat in or take away, the pickup time, and the phone that receives the code. */
import { useQuery } from "@tanstack/react-query";
import type { Slot } from "@yunjing/contract/schemas/dining";
import { useState } from "react";
import { api, apiQuery } from "../../../api.ts";
import { formatClock } from "../../../device/time.ts";
import { BenefitPicture } from "../../../components/benefit-picture.tsx";
import { Button } from "../../../components/button.tsx";
import { Card, Section } from "../../../components/card.tsx";
import { Chips } from "../../../components/chip.tsx";
import { Choice } from "../../../components/choice.tsx";
import { Dock } from "../../../components/dock.tsx";
import { ErrorBlock } from "../../../components/empty-state.tsx";
import { Icon } from "../../../components/icon.tsx";
import { chevron } from "../../../components/icons.ts";
import { NoticeBar } from "../../../components/notice-bar.tsx";
import { Bone } from "../../../components/skeleton.tsx";
import { Price } from "../../../components/price.tsx";
import { itemsTextOf, totalFenOf } from "./cart.ts";
import { ContactField, isPhoneValid } from "./contact-field.tsx";
import styles from "./kfc.module.css";
import { daysOf, NOW, slotOf, slotText } from "./slots.ts";
import { CONFIRM_STEP, eatText, isBuying, MENU_STEP, type StepProps, untilText } from "./step.ts";

const FIRST_SLOTS = 12;

const eatNotes = { dine_in: "店内取餐入座", take_away: "打包带走" } as const;

/**
 * Returns the price of the dishes beyond the voucher, in fen. A set meal is fully paid by its code.
 */
const beyondOf = ({ manifest, draft }: StepProps): number =>
  manifest.target === "meal" ? 0 : Math.max(0, totalFenOf(draft.lines) - (manifest.valueFen ?? 0));

export function PickupStep(props: StepProps) {
  const { draft, change, goToStep } = props;
  const query = useQuery(apiQuery(api.dining.slots, { storeId: draft.store?.storeId ?? "" }));
  const [isPressed, setPressed] = useState(false);
  const slots = query.data?.list ?? [];
  const chosen = slotOf(slots, draft.slot);
  const isReachable = isPhoneValid(draft.phone);
  const beyondFen = beyondOf(props);
  const next = () => {
    setPressed(true);
    if (!isReachable || !chosen) return;
    change({ slot: chosen.slot });
    goToStep(CONFIRM_STEP);
  };
  return (
    <>
      <div className="page-body one-column">
        <Section title="用餐方式">
          <Choice
            label="用餐方式"
            appearance="pair"
            value={draft.eatType}
            onChoose={(id) => change({ eatType: id === "dine_in" ? "dine_in" : "take_away" })}
            items={(["dine_in", "take_away"] as const).map((id) => ({
              id,
              name: eatText[id],
              ...(draft.store?.services.includes(id)
                ? { note: eatNotes[id] }
                : { note: "这家店暂不支持", isShut: true }),
            }))}
          />
        </Section>
        <Section
          title="取餐时间"
          {...(draft.store ? { note: untilText(draft.store.hoursText) } : {})}
        >
          {query.isPending && <Bone height={64} />}
          {query.isLoadingError && <ErrorBlock note="时段没有读到" onRetry={query.refetch} />}
          {query.data && <Times {...props} slots={slots} chosen={chosen} />}
        </Section>
        <Section title="接收取餐码的手机号">
          <ContactField
            phone={draft.phone}
            onPhone={(phone) => change({ phone })}
            error={isPressed && !isReachable ? "请输入 11 位手机号" : undefined}
          />
        </Section>
        <Dishes {...props} />
      </div>
      <Dock>
        {beyondFen > 0 && (
          <p className={styles.beyond}>
            <span className="caption">{isBuying(draft) ? "合计" : "补差价"}</span>
            <Price amountFen={beyondFen} money="exact" size={20} />
          </p>
        )}
        <Button
          appearance="main"
          block
          onPress={next}
          {...(query.data && !chosen ? { reason: "今明两天没有可取时段" } : {})}
        >
          核对订单
        </Button>
      </Dock>
    </>
  );
}

type TimesProps = StepProps & {
  readonly slots: readonly Slot[];
  readonly chosen: Slot | undefined;
};

function Times({ change, slots, chosen }: TimesProps) {
  const days = daysOf(slots);
  const names = [...days.keys()];
  const now = slots.find(({ slot, open }) => slot === NOW && open);
  const isLater = chosen !== undefined && chosen.slot !== NOW;
  const chosenDay = names.find((name) => days.get(name)?.some((each) => each === chosen));
  const [day, setDay] = useState(chosenDay ?? names[0] ?? "");
  const [isWhole, setWhole] = useState(false);
  const ofDay = days.get(day) ?? [];
  const shown = isWhole ? ofDay : ofDay.slice(0, FIRST_SLOTS);
  const first = ofDay.find(({ open }) => open);
  return (
    <div className="grid one-column gap-3">
      <Choice
        label="现在下单或预约"
        appearance="pair"
        value={chosen === undefined ? null : isLater ? "later" : NOW}
        onChoose={(id) => change({ slot: id === NOW ? NOW : first?.slot })}
        items={[
          now
            ? { id: NOW, name: "现在下单", note: `约 ${formatClock(now.from)} 可取` }
            : { id: NOW, name: "现在下单", note: "门店休息中", isDisabled: true },
          first
            ? {
                id: "later",
                name: "预约时段",
                note: isLater ? slotText(chosen) : `${day} ${formatClock(first.from)} 起`,
              }
            : { id: "later", name: "预约时段", note: "没有可约时段", isDisabled: true },
        ]}
      />
      {isLater && (
        <>
          {names.length > 1 && (
            <Chips
              label="哪一天"
              on="surface"
              value={day}
              onChoose={(name) => {
                setDay(name);
                setWhole(false);
              }}
              items={names.map((name) => ({ id: name, text: name }))}
            />
          )}
          <Choice
            label={`${day}的时段`}
            appearance="slots"
            value={chosen.slot}
            onChoose={(slot) => change({ slot })}
            items={shown.map(({ slot, from, open }) => ({
              id: slot,
              name: formatClock(from),
              isShut: !open,
            }))}
          />
          {ofDay.length > shown.length && (
            <Button appearance="soft" size={44} block onPress={() => setWhole(true)}>
              全部 {ofDay.length} 个时段
            </Button>
          )}
          <NoticeBar kind="warn" text="到时段若已换菜单，所选餐品会重新核价" />
        </>
      )}
    </div>
  );
}

const arts = ["peach", "sand", "plum"] as const;

function Dishes({ manifest, draft, goToStep }: StepProps) {
  const dishes = manifest.setMeal?.items ?? draft.lines;
  return (
    <Card>
      <div className="row gap-3">
        <span className={styles.stack}>
          {dishes.slice(0, 3).map(({ artwork, photo, productId }, place) => (
            <BenefitPicture
              key={`${productId}-${place}`}
              artwork={artwork}
              photo={photo}
              tint={arts[place] ?? "peach"}
              size={40}
              shape="circle"
            />
          ))}
        </span>
        <span className="grid grow">
          {itemsTextOf(dishes)}
          <small className="caption">{draft.store?.name}</small>
        </span>
        <button type="button" className={styles.wordButton} onClick={() => goToStep(MENU_STEP)}>
          {manifest.setMeal ? "看餐品" : "改餐品"}
          <Icon of={chevron} size={16} />
        </button>
      </div>
    </Card>
  );
}
