/**
 * What one coupon of the member fits: each benefit with its price after the coupon, or what is
 * missing to its threshold, under a bar with the coupon.
 */
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { CouponBenefit } from "@yunjing/contract/schemas/buying";
import type { WalletCoupon } from "@yunjing/contract/schemas/coupons";
import { api, operationKey } from "../../../api.ts";
import { Button } from "../../../components/button.tsx";
import { BenefitCard } from "../../../components/benefit-card.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { InfiniteList } from "../../../components/infinite-list.tsx";
import { moneyText } from "../../../components/money.ts";
import { couponName } from "../../../components/shop/coupon-value.ts";
import { Skeleton } from "../../../components/skeleton.tsx";
import { navigateTo } from "../../../shell/navigate.ts";
import { useCity } from "../../../shell/use-city.ts";
import styles from "./search.module.css";

const useFits = (couponId: string, regionCode: string) =>
  useInfiniteQuery({
    queryKey: [...operationKey(api.buying.couponBenefits), couponId, regionCode],
    queryFn: ({ pageParam, signal }) =>
      api.buying.couponBenefits({ couponId, regionCode, page: pageParam }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (page) => (page.hasMore ? page.page + 1 : undefined),
    placeholderData: keepPreviousData,
  });

/** The coupon under which the list stands: its value, what it needs, and until when. */
const CouponBar = ({ coupon }: { readonly coupon: WalletCoupon }) => (
  <p className={styles.couponBar}>
    <span className="flex between baseline gap-2">
      <b>{couponName(coupon.face)}</b>
      <span className="flex-none text-12">{coupon.dateText}</span>
    </span>
    <span className="text-12">
      {[coupon.face.below, coupon.scopeText].filter(Boolean).join("，")}
    </span>
  </p>
);

function FitRow({ fit, couponId }: { readonly fit: CouponBenefit; readonly couponId: string }) {
  const { benefit, skuId, spec, payableFen, missingFen = 0 } = fit;
  const query = new URLSearchParams({ id: benefit.benefitId, sku: skuId, coupon: couponId });
  const path = `/pages/benefit/detail?${query.toString()}`;
  const note = payableFen === undefined ? `还差 ${moneyText(missingFen, "shop")} 可用` : "券后价";
  return (
    <BenefitCard
      title={benefit.title}
      brand={[benefit.brand, spec].filter(Boolean).join("，")}
      artwork={benefit.picture.artwork}
      tint={benefit.picture.tint}
      photo={benefit.picture.photo}
      tags={benefit.tags}
      noteTag={{ text: note, tone: payableFen === undefined ? "warn" : "ok" }}
      priceFen={payableFen ?? benefit.memberPriceFen ?? benefit.priceFen}
      marketPriceFen={benefit.marketPriceFen}
      href={path}
      onPress={() => void navigateTo(path)}
    />
  );
}

export function CouponFits({ couponId }: { readonly couponId: string }) {
  const city = useCity();
  const query = useFits(couponId, city.code);
  const [first] = query.data?.pages ?? [];
  return (
    <>
      {first && <CouponBar coupon={first.coupon} />}
      <div className={styles.list} data-stale={query.isPlaceholderData ? "" : undefined}>
        <InfiniteList
          label="适用商品"
          appearance="rows"
          query={query}
          keyOf={({ benefit }) => benefit.benefitId}
          skeleton={<Skeleton count={4} />}
          renderItem={(fit) => <FitRow fit={fit} couponId={couponId} />}
          empty={
            <EmptyState
              scene="search"
              title={first?.coupon.state === "available" ? "这里暂无适用商品" : "这张券现在不能用"}
              note={first?.whyNot ?? first?.coupon.dateText ?? "换个城市看看"}
            >
              <Button
                appearance="line"
                onPress={() => navigateTo("/pages/region/choose?mode=city")}
              >
                换个城市
              </Button>
            </EmptyState>
          }
        />
      </div>
    </>
  );
}
