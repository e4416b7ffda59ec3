/** The search results by words, category or brand, in the order the member selected. */
import { useQuery } from "@tanstack/react-query";
import type { BenefitSort } from "@yunjing/contract/schemas/home";
import { useState } from "react";
import { api, apiQuery } from "../../../api.ts";
import { Button } from "../../../components/button.tsx";
import { Section } from "../../../components/card.tsx";
import { Chips } from "../../../components/chip.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { InfiniteList } from "../../../components/infinite-list.tsx";
import { PullRefresh } from "../../../components/pull-refresh.tsx";
import { BenefitRow } from "../../../components/shop/benefit-row.tsx";
import { useBenefits } from "../../../components/shop/use-benefits.ts";
import { Skeleton } from "../../../components/skeleton.tsx";
import { Tabs } from "../../../components/tabs.tsx";
import { navigateTo } from "../../../shell/navigate.ts";
import { useCity } from "../../../shell/use-city.ts";
import styles from "./search.module.css";

/** The filter of the list; empty means the whole shop. */
export type SearchCriteria = {
  readonly keyword?: string;
  readonly category?: string;
  readonly brand?: string;
};

const sorts: readonly { readonly id: BenefitSort; readonly text: string }[] = [
  { id: "best", text: "综合" },
  { id: "sold", text: "销量" },
  { id: "price_up", text: "价格低" },
  { id: "price_down", text: "价格高" },
  { id: "new", text: "新上" },
];
const sortOf = (id: string): BenefitSort => sorts.find((sort) => sort.id === id)?.id ?? "best";

const ALL = "all";

const useSearchResults = (found: SearchCriteria, sort: BenefitSort, regionCode: string) =>
  useBenefits({ ...found, regionCode, ...(sort === "best" ? {} : { sort }) });

type Answer = NonNullable<ReturnType<typeof useSearchResults>["data"]>["pages"][number];

const Nothing = ({ answer, onAll }: { answer: Answer | undefined; onAll: () => void }) => (
  <>
    <EmptyState
      scene="search"
      title="没有找到相关权益"
      note="换个词试试，也可以只输入品牌名或拼音首字母"
    >
      <Button appearance="sea" onPress={onAll}>
        看看全部权益
      </Button>
      <Button appearance="line" onPress={() => navigateTo("/pages/region/choose?mode=city")}>
        换个城市
      </Button>
    </EmptyState>
    {answer?.instead && answer.instead.length > 0 && (
      <Section title="大家都在兑">
        {answer.instead.map((benefit) => (
          <BenefitRow key={benefit.benefitId} benefit={benefit} />
        ))}
      </Section>
    )}
  </>
);

interface ResultsProps {
  readonly found: SearchCriteria;
  readonly onChange: (found: SearchCriteria) => void;
  readonly onSearch: (keyword: string) => void;
}

/** The brand filter of a list, with a link to remove it. */
function BrandName({ code, onAll }: { readonly code: string; readonly onAll: () => void }) {
  const { data } = useQuery(apiQuery(api.home.brands, {}));
  const name = data?.list.find((brand) => brand.code === code)?.name ?? "品牌";
  return (
    <p className={styles.brandName}>
      只看 <b>{name}</b>
      <Button appearance="line" size={32} onPress={onAll}>
        看全部
      </Button>
    </p>
  );
}

export function Results({ found, onChange }: ResultsProps) {
  const [sort, setSort] = useState<BenefitSort>("best");
  const city = useCity();
  const query = useSearchResults(found, sort, city.code);
  const { data: categories } = useQuery(apiQuery(api.home.categories, {}));
  const showAll = () => onChange({});
  const category = found.category ?? ALL;
  return (
    <PullRefresh onRefresh={query.refetch}>
      <div className="grid gap-2 min-width-0">
        {found.brand === undefined ? (
          <div className={styles.wide}>
            <Chips
              label="分类"
              value={category}
              onChoose={(id) => {
                const { category: _, ...rest } = found;
                onChange(id === ALL ? rest : { ...rest, category: id });
              }}
              items={[
                { id: ALL, text: "全部" },
                ...(categories?.list ?? []).map(({ code, name }) => ({ id: code, text: name })),
              ]}
            />
          </div>
        ) : (
          <BrandName code={found.brand} onAll={showAll} />
        )}
        <Tabs
          label="排序"
          appearance="lined"
          items={sorts}
          value={sort}
          onChoose={(id) => setSort(sortOf(id))}
        />
        <div className={styles.list} data-stale={query.isPlaceholderData ? "" : undefined}>
          {query.data?.pages[0]?.list.length === 0 ? (
            <Nothing answer={query.data.pages[0]} onAll={showAll} />
          ) : (
            <InfiniteList
              label="权益"
              appearance="rows"
              query={query}
              keyOf={({ benefitId }) => benefitId}
              skeleton={<Skeleton count={4} />}
              renderItem={(benefit) => <BenefitRow benefit={benefit} />}
              empty={null}
            />
          )}
        </div>
      </div>
    </PullRefresh>
  );
}
