/** A benefit of the shop as a row that links to it. */
import type { BenefitCard as Benefit } from "@yunjing/contract/schemas/home";
import { navigateTo } from "../../shell/navigate.ts";
import { BenefitCard } from "../benefit-card.tsx";
import { benefitPath } from "./benefit-path.ts";

/** A real link, so that it can be opened in another tab. */
export const BenefitRow = ({ benefit }: { readonly benefit: Benefit }) => (
  <BenefitCard
    title={benefit.title}
    brand={benefit.brand}
    artwork={benefit.picture.artwork}
    tint={benefit.picture.tint}
    photo={benefit.picture.photo}
    tags={benefit.tags}
    priceFen={benefit.memberPriceFen ?? benefit.priceFen}
    points={benefit.pointsPrice}
    isFrom={benefit.isFrom}
    marketPriceFen={benefit.marketPriceFen}
    isMemberPrice={benefit.memberPriceFen !== undefined}
    exchangedCount={benefit.exchangedCount}
    state={benefit.state}
    unavailable={benefit.unavailable}
    href={benefitPath(benefit.benefitId)}
    onPress={() => void navigateTo(benefitPath(benefit.benefitId))}
  />
);
