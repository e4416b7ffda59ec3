/**
 * 搜索权益, the search page: search field with hot words and search history, suggestions while typing,
 * and results.
 */
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { api, apiQuery } from "../../api.ts";
import { clearSearchHistory, addSearch, searchHistory } from "../../device/search-history.ts";
import { storedToken } from "../../device/token.ts";
import type { PageProps } from "../../routes.ts";
import { Button } from "../../components/button.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { SearchField } from "../../components/search-field.tsx";
import { benefitPath } from "../../components/shop/benefit-path.ts";
import { confirm } from "../../shell/facade/facade.ts";
import { navigateTo } from "../../shell/navigate.ts";
import { usePageTitle } from "../../shell/page-title.ts";
import { AllBrands } from "./search/all-brands.tsx";
import { SearchStart } from "./search/search-start.tsx";
import { type SearchCriteria, Results } from "./search/results.tsx";
import { Suggestions } from "./search/suggestions.tsx";

const CouponFits = lazy(() =>
  import("./search/coupon-fits.tsx").then((module) => ({ default: module.CouponFits })),
);

const LENGTH_MAX = 40;

/**
 * Reads the search criteria from the address: a home tile links to a category, a brand tile to a
 * brand.
 */
const criteriaOf = (query: PageProps["query"]): SearchCriteria | undefined => {
  const { category, brand, keyword, all, coupon } = query as Record<string, string | undefined>;
  if (category) return { category };
  if (brand) return { brand };
  if (keyword) return { keyword };
  return all === undefined && coupon === undefined ? undefined : {};
};

/** Returns the name of the category or brand that the list is filtered by. */
function useCriteriaName(found: SearchCriteria | undefined, isBrands: boolean): string | undefined {
  const { category, brand } = found ?? {};
  const { data: categories } = useQuery({
    ...apiQuery(api.home.categories, {}),
    enabled: category !== undefined,
  });
  const { data: brands } = useQuery({
    ...apiQuery(api.home.brands, {}),
    enabled: brand !== undefined,
  });
  const nameOf = (list: typeof categories, code: string) =>
    list?.list.find((each) => each.code === code)?.name;
  if (category !== undefined) return nameOf(categories, category);
  if (brand !== undefined) return nameOf(brands, brand);
  return isBrands ? "全部品牌" : undefined;
}

export default function BenefitSearchPage({ query }: PageProps) {
  const [found, setFound] = useState(() => criteriaOf(query));
  const [typed, setTyped] = useState(found?.keyword ?? "");
  const [past, setPast] = useState(searchHistory);
  const words = typed.trim();

  const search = (keyword: string) => {
    if (keyword === "") return;
    addSearch(keyword);
    setPast(searchHistory());
    setTyped(keyword);
    setFound({ keyword });
    // Closes the keyboard so that the list is visible.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  };
  const clear = async () => {
    if (!(await confirm({ content: "清空搜索历史？", confirmText: "清空" }))) return;
    clearSearchHistory();
    setPast([]);
  };
  const type = (text: string) => {
    setTyped(text);
    if (text.trim() === "" || text.trim() !== found?.keyword) setFound(undefined);
  };
  // A search leaves the coupon, as it leaves a category.
  const couponId = found && Object.keys(found).length === 0 ? query["coupon"] : undefined;
  const isOfCoupon = couponId !== undefined && storedToken() !== "";
  const [isBrands, setBrands] = useState(query["brands"] !== undefined);
  const criteriaName = useCriteriaName(found, isBrands && found === undefined && words === "");
  usePageTitle(isOfCoupon ? "优惠券适用" : criteriaName);
  const filter = (by: SearchCriteria) => {
    setBrands(false);
    setFound(by);
  };
  const isTyping = found === undefined && words !== "";
  return (
    <div className="page page-padding gap-3">
      <form
        className="row gap-2"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          search(words);
        }}
      >
        <SearchField
          label="搜索权益"
          placeholder="搜权益、品牌，支持拼音"
          value={typed}
          onInput={type}
          lengthMax={LENGTH_MAX}
          on="ground"
        />
        <Button appearance="sea" size={44} submit>
          搜索
        </Button>
      </form>
      {isTyping && (
        <Suggestions
          words={words}
          onSearch={search}
          onBenefit={(id) => {
            addSearch(words);
            setPast(searchHistory());
            void navigateTo(benefitPath(id));
          }}
          onFilter={(filter, text) => {
            setTyped(text);
            setFound(filter);
          }}
        />
      )}
      {!isTyping && found === undefined && isBrands && <AllBrands />}
      {!isTyping && found === undefined && !isBrands && (
        <SearchStart recentSearches={past} onSearch={search} onClear={clear} onFilter={filter} />
      )}
      {isOfCoupon && (
        <Suspense fallback={<Skeleton count={4} />}>
          <CouponFits couponId={couponId} />
        </Suspense>
      )}
      {found && !isOfCoupon && <Results found={found} onChange={setFound} onSearch={search} />}
    </div>
  );
}
