/** 权益详情, the benefit detail page: description, price, input form, rules and the buy button. */
import { useQuery } from "@tanstack/react-query";
import { formKindOf } from "@yunjing/contract/benefit-form";
import type { BenefitDetail } from "@yunjing/contract/schemas/benefit";
import { lazy, Suspense, useState } from "react";
import { api, apiQuery } from "../../api.ts";
import { ApiFailure } from "../../device/failure.ts";
import { hasChosenCity } from "../../device/location-choice.ts";
import { storedToken } from "../../device/token.ts";
import type { PageProps } from "../../routes.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState, ErrorBlock } from "../../components/empty-state.tsx";
import { PullRefresh } from "../../components/pull-refresh.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { navigateTo, switchTab } from "../../shell/navigate.ts";
import { useCity } from "../../shell/use-city.ts";
import type { AccountView } from "./detail/confirm-sheet.tsx";
import { BuyDock } from "./detail/buy-dock.tsx";
import { ChoiceSection } from "./detail/choice-section.tsx";
import { CouponSection } from "./detail/coupon-section.tsx";
import styles from "./detail/detail.module.css";
import { DetailBlocks } from "./detail/detail-blocks.tsx";
import { Head } from "./detail/head.tsx";
import { Rules } from "./detail/rules.tsx";
import { type ChoiceView, useChoice } from "./detail/use-choice.ts";
import { useEstimate } from "./detail/use-estimate.ts";
import { WhereSection } from "./detail/where-section.tsx";

const loadBuying = () => import("./detail/buying.tsx");
const Buying = lazy(() => loadBuying().then((module) => ({ default: module.Buying })));

const Gone = () => (
  <div className={styles.gone}>
    <EmptyState scene="search" title="这个权益已下架" note="看看别的权益">
      <Button appearance="sea" onPress={() => navigateTo("/pages/benefit/search")}>
        去搜索
      </Button>
      <Button appearance="line" onPress={() => switchTab("/")}>
        回首页
      </Button>
    </EmptyState>
  </div>
);

const isGone = (failure: unknown): boolean =>
  failure instanceof ApiFailure && failure.code === "NOT_FOUND";

const AccountPicker = lazy(() =>
  import("./detail/account-picker.tsx").then((module) => ({ default: module.AccountPicker })),
);

/** The saved accounts for this form and which one is selected. */
function useAccounts({ form }: BenefitDetail, { saved, pick }: ChoiceView): AccountView {
  const [isSaved, setSaved] = useState(true);
  const formKind = formKindOf(form);
  const isWanted = form.length > 0 && storedToken() !== "";
  const { data } = useQuery({ ...apiQuery(api.accounts.list, { formKind }), enabled: isWanted });
  return {
    list: data?.list ?? [],
    saved,
    isSaved,
    onSavedChange: setSaved,
    onPick: pick,
  };
}

interface DetailProps {
  readonly benefit: BenefitDetail;
  readonly refetch: () => Promise<unknown>;
  /** The coupon and the SKU of the link that led here. */
  readonly couponId: string | undefined;
  readonly skuId: string | undefined;
}

function Detail({ benefit, refetch, couponId, skuId }: DetailProps) {
  const view = useChoice(benefit, skuId);
  const account = useAccounts(benefit, view);
  const [isBuying, setBuying] = useState(false);
  const [isPicking, setPicking] = useState(false);
  const city = useCity();
  const estimate = useEstimate(view, { regionCode: city.code, couponId });
  const start = () => {
    setBuying(true);
    // A member who buys usually pays next, so the payment sheet is loaded in advance.
    loadBuying().catch(() => undefined);
  };
  return (
    <div className="page">
      <PullRefresh onRefresh={refetch}>
        <Head benefit={benefit} sku={view.sku} />
        <div className={styles.body}>
          <ChoiceSection
            benefit={benefit}
            view={view}
            savedCount={account.list.length}
            onAccounts={() => setPicking(true)}
          />
          <CouponSection benefit={benefit} />
          <WhereSection benefit={benefit} />
          <Rules benefit={benefit} />
          <DetailBlocks benefit={benefit} />
        </div>
      </PullRefresh>
      <BuyDock
        benefit={benefit}
        view={view}
        estimate={estimate}
        couponId={couponId}
        onBuy={start}
      />
      {isPicking && (
        <Suspense fallback={null}>
          <AccountPicker
            list={account.list}
            saved={view.saved}
            onPick={(saved) => {
              view.pick(saved);
              setPicking(false);
            }}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
      {isBuying && view.sku && (
        <Suspense fallback={null}>
          <Buying
            regionCode={city.code}
            inputs={view.inputs}
            account={account}
            item={{ skuId: view.sku.skuId, quantity: view.quantity, ...view.filled }}
            onClose={() => {
              setBuying(false);
              void refetch();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

export default function BenefitDetailPage({ query }: PageProps) {
  const benefitId = query["id"] ?? "";
  const city = useCity();
  const { data, error, isLoadingError, refetch } = useQuery({
    ...apiQuery(api.home.benefit, {
      benefitId,
      ...(hasChosenCity() ? { regionCode: city.code } : {}),
    }),
    enabled: benefitId !== "",
  });
  if (benefitId === "" || (!data && isGone(error))) return <Gone />;
  if (data) {
    const { coupon, sku } = query as Record<string, string | undefined>;
    return (
      <Detail key={data.benefitId} benefit={data} refetch={refetch} couponId={coupon} skuId={sku} />
    );
  }
  return (
    <div className={styles.gone}>
      {isLoadingError ? <ErrorBlock onRetry={refetch} /> : <Skeleton shape="row" count={3} />}
    </div>
  );
}
