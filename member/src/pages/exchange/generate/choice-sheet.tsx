/**
 * Sheet to select benefits from the shop: search by words or pinyin, open a benefit to see its
 * SKUs, and select up to eight of them.
 */
import { useQuery } from "@tanstack/react-query";
import type { BenefitDetail, SkuView } from "@yunjing/contract/schemas/benefit";
import type { BenefitCard } from "@yunjing/contract/schemas/home";
import { useId, useState } from "react";
import { api, apiQuery } from "../../../api.ts";
import { Artwork } from "../../../components/artwork.tsx";
import { Button } from "../../../components/button.tsx";
import { EmptyState, ErrorBlock } from "../../../components/empty-state.tsx";
import { InfiniteList } from "../../../components/infinite-list.tsx";
import { FlowSheet } from "../../../components/flow-sheet.tsx";
import { Icon } from "../../../components/icon.tsx";
import { chevron } from "../../../components/icons.ts";
import { moneyText } from "../../../components/money.ts";
import { SearchField } from "../../../components/search-field.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { useBenefits } from "../../../components/shop/use-benefits.ts";
import { CheckMark } from "../../../components/checkbox.tsx";
import { useDebounced } from "../../../components/use-debounced.ts";
import { canBeGiven, CHOICES_MAX, type ChosenBenefit, chosenOf, toggleChoice } from "./choices.ts";
import styles from "./choices.module.css";

const KEYWORD_MAX = 40;

interface Choosing {
  readonly choices: readonly ChosenBenefit[];
  readonly onChange: (choices: readonly ChosenBenefit[]) => void;
}

interface SkuRowProps extends Choosing {
  readonly benefit: BenefitDetail;
  readonly sku: SkuView;
}

function SkuRow({ benefit, sku, choices, onChange }: SkuRowProps) {
  const isOn = choices.some(({ skuId }) => skuId === sku.skuId);
  const isGiven = canBeGiven(benefit, sku);
  const isShut = !isOn && (!isGiven || choices.length >= CHOICES_MAX);
  const why = isGiven ? sku.unavailable : "不能用码领取";
  return (
    <label className={styles.sku} data-shut={isShut ? "" : undefined}>
      <input
        className="touch-cover"
        type="checkbox"
        checked={isOn}
        disabled={isShut}
        onChange={() => onChange(toggleChoice(choices, chosenOf(benefit, sku)))}
      />
      <span className={styles.words}>
        <span className={styles.name}>{sku.spec || benefit.title}</span>
        <span className="caption">{[sku.skuId, why].filter(Boolean).join(" · ")}</span>
      </span>
      <span className={styles.price}>{moneyText(sku.priceFen, "exact")}</span>
      <CheckMark isOn={isOn} />
    </label>
  );
}

/** The SKUs of one benefit. */
function Skus({ benefitId, ...choosing }: Choosing & { readonly benefitId: string }) {
  const { data, isError, refetch } = useQuery(apiQuery(api.home.benefit, { benefitId }));
  if (isError && !data) return <ErrorBlock note="没能读到规格，已选的没有变化" onRetry={refetch} />;
  if (!data) return <Skeleton count={1} />;
  return (
    <fieldset className={styles.skus} aria-label={`${data.title}的规格`}>
      {data.skus.map((sku) => (
        <SkuRow key={sku.skuId} benefit={data} sku={sku} {...choosing} />
      ))}
    </fieldset>
  );
}

interface FoundProps extends Choosing {
  readonly benefit: BenefitCard;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Found({ benefit, isOpen, onToggle, ...choosing }: FoundProps) {
  const panel = useId();
  const { benefitId, title, brand, picture, priceFen, isFrom } = benefit;
  return (
    <div>
      <button
        type="button"
        className={styles.benefit}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panel : undefined}
        onClick={onToggle}
      >
        <Artwork name={picture.artwork} tint={picture.tint} size={44} shape="tile" />
        <span className={styles.words}>
          <span className={styles.name}>{title}</span>
          <span className="caption">
            {`${brand} · ${moneyText(priceFen, "exact")}${isFrom ? " 起" : ""}`}
          </span>
        </span>
        <Icon of={chevron} size={18} />
      </button>
      {isOpen && (
        <div id={panel}>
          <Skus benefitId={benefitId} {...choosing} />
        </div>
      )}
    </div>
  );
}

function Results({ keyword, ...choosing }: Choosing & { readonly keyword: string }) {
  // Lists the whole shop while no text is typed.
  const query = useBenefits(keyword === "" ? {} : { keyword });
  const [opened, setOpened] = useState({ keyword: "", benefitId: "" });
  // A single search result is opened automatically.
  const only = query.data?.pages[0]?.list.length === 1 ? query.data.pages[0].list[0] : undefined;
  const shown = opened.keyword === keyword ? opened.benefitId : only?.benefitId;
  return (
    <div data-stale={query.isPlaceholderData ? "" : undefined}>
      <InfiniteList
        label="商城权益"
        appearance="rows"
        query={query}
        keyOf={({ benefitId }) => benefitId}
        skeleton={<Skeleton count={3} />}
        renderItem={(benefit) => (
          <Found
            benefit={benefit}
            isOpen={shown === benefit.benefitId}
            onToggle={() => {
              const isOpen = shown === benefit.benefitId;
              setOpened({ keyword, benefitId: isOpen ? "" : benefit.benefitId });
            }}
            {...choosing}
          />
        )}
        empty={
          <EmptyState
            scene="search"
            title="没有找到相关权益"
            note="换个词试试，也可以输入拼音首字母"
          />
        }
        errorNote="没能读到商城，已选的没有变化"
      />
    </div>
  );
}

interface ChoiceSheetProps extends Choosing {
  readonly onClose: () => void;
}

/** Selections apply at once; closing the sheet keeps them. */
export function ChoiceSheet({ choices, onChange, onClose }: ChoiceSheetProps) {
  const [typed, setTyped] = useState("");
  const keyword = useDebounced(typed.trim());
  const count = `${choices.length} / ${CHOICES_MAX}`;
  const statusText = choices.length < CHOICES_MAX ? `已选 ${count}` : `已选 ${count}，不能再多`;
  return (
    <FlowSheet
      reason="choosing the benefits of a code"
      title="选权益"
      onClose={onClose}
      foot={
        <div className="grid gap-2">
          <p className="text-12 ink-700 text-center" role="status">
            {statusText}
          </p>
          <Button appearance="sea" block onPress={onClose}>
            完成
          </Button>
        </div>
      }
    >
      <div className={styles.sheet}>
        <div className={styles.search}>
          <SearchField
            label="搜索商城权益"
            placeholder="搜权益、品牌，支持拼音"
            value={typed}
            onInput={setTyped}
            lengthMax={KEYWORD_MAX}
            on="white"
          />
        </div>
        <Results keyword={keyword} choices={choices} onChange={onChange} />
      </div>
    </FlowSheet>
  );
}
