/**
 * RegionChoose: which city, or which store of a brand. The choice goes back to the page that asked;
 * a refused position leaves everything else usable.
 */
import type { PageProps } from "../../pages.ts";
import { ComingSoon } from "../../parts/coming-soon.tsx";
import { CityMode } from "./choose/city-mode.tsx";
import { StoreMode } from "./choose/store-mode.tsx";

export default function RegionChoosePage({ query }: PageProps) {
  if (query["mode"] === "address") {
    return <ComingSoon what={["保存常用收货地址", "粘贴一段文字自动识别", "下单时一键选用"]} />;
  }
  const brand = query["brand"];
  if (query["mode"] === "store") return <StoreMode brand={brand} />;
  return <CityMode brand={brand} />;
}
