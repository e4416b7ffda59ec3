/**
 * The exchange flow from a card of the points shop to the order: details, confirmation, payment of
 * the rest, and the result.
 */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { BenefitDetail } from "@yunjing/contract/schemas/benefit";
import type { PointsBenefit, PointsSummary } from "@yunjing/contract/schemas/points";
import { useState } from "react";
import { api, apiQuery } from "../../../api.ts";
import { hasChosenCity } from "../../../device/location-choice.ts";
import { ErrorBlock } from "../../../components/empty-state.tsx";
import { FlowSheet } from "../../../components/flow-sheet.tsx";
import type { OrderToPay } from "../../../components/pay/pay-sheet-body.tsx";
import { PaySheet } from "../../../components/pay/pay-sheet.tsx";
import { toOrderToPay } from "../../../components/shop/order-text.ts";
import { Skeleton } from "../../../components/skeleton.tsx";
import { navigateTo } from "../../../shell/navigate.ts";
import { useCity } from "../../../shell/use-city.ts";
import { useChoice } from "../../benefit/detail/use-choice.ts";
import { useQuote } from "../../benefit/detail/use-quote.ts";
import { ConfirmSheet } from "./confirm-sheet.tsx";
import { DetailSheet } from "./detail-sheet.tsx";
import { orderPath } from "./order-path.ts";
import { ResultSheet } from "./result-sheet.tsx";

interface ExchangeProps {
  readonly goods: PointsBenefit;
  readonly tasks: PointsSummary["tasks"];
  readonly onLevels: () => void;
  readonly onClose: () => void;
}

interface WithBenefit extends ExchangeProps {
  /** Contains only the one SKU that is exchanged. */
  readonly benefit: BenefitDetail;
}

interface BuyingProps extends WithBenefit {
  readonly choice: ReturnType<typeof useChoice>;
  readonly regionCode: string;
  readonly onBack: () => void;
}

/** The balance pays the money part unless the member disables it. */
const FIRST_OPTIONS = { usePoints: false, useBalance: true } as const;

function Buying({ goods, benefit, choice, regionCode, onBack, onClose }: BuyingProps) {
  const item = { skuId: goods.skuId, quantity: choice.quantity, input: choice.input };
  const view = useQuote(item, regionCode, FIRST_OPTIONS);
  const [order, setOrder] = useState<OrderToPay & { readonly isInPoints: boolean }>();
  const queries = useQueryClient();
  const place = async (): Promise<void> => {
    const placed = view.quote && (await view.place(view.quote));
    if (!placed) return;
    // Points, stock, limits and lists have changed.
    void queries.invalidateQueries();
    const { payableFen = 0 } = placed.amounts;
    setOrder({ ...toOrderToPay(placed), isInPoints: payableFen === 0 });
  };
  if (!order) {
    return (
      <ConfirmSheet
        benefit={benefit}
        choice={choice}
        view={view}
        onPlace={place}
        onClose={onBack}
      />
    );
  }
  const leave = () => {
    onClose();
    void queries.invalidateQueries();
  };
  if (order.isInPoints) {
    return <ResultSheet order={order} delivery={benefit.delivery} onClose={leave} />;
  }
  const toOrder = () => {
    leave();
    void navigateTo(orderPath(order.orderNo));
  };
  return <PaySheet order={order} onClose={toOrder} />;
}

function Loaded(props: WithBenefit & { readonly regionCode: string }) {
  const [isBuying, setBuying] = useState(false);
  const choice = useChoice(props.benefit);
  if (isBuying) return <Buying {...props} choice={choice} onBack={() => setBuying(false)} />;
  return <DetailSheet {...props} choice={choice} onExchange={() => setBuying(true)} />;
}

export function Exchange(props: ExchangeProps) {
  const { goods, onClose } = props;
  const city = useCity();
  const { benefitId } = goods;
  const region = hasChosenCity() ? { regionCode: city.code } : {};
  const { data, isLoadingError, refetch } = useQuery(
    apiQuery(api.home.benefit, { benefitId, ...region }),
  );
  if (data) {
    const benefit = { ...data, skus: data.skus.filter(({ skuId }) => skuId === goods.skuId) };
    return <Loaded {...props} benefit={benefit} regionCode={city.code} />;
  }
  return (
    <FlowSheet reason="viewing goods for points" title={goods.title} onClose={onClose}>
      {isLoadingError ? (
        <ErrorBlock note="没有扣积分" onRetry={refetch} />
      ) : (
        <Skeleton shape="row" count={2} />
      )}
    </FlowSheet>
  );
}
