/** IndexIndex: not built yet, says what will come. */
import { ComingSoon } from "../../parts/coming-soon.tsx";

export default function IndexIndexPage() {
  return (
    <ComingSoon
      what={["按城市看品牌权益", "限时价和热门品牌", "一搜就到想要的权益"]}
      instead={{ text: "去兑换", url: "/pages/exchange/manifest" }}
    />
  );
}
