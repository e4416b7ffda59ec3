/** The path of the page of one benefit. */
export const benefitPath = (benefitId: string): string =>
  `/pages/benefit/detail?id=${encodeURIComponent(benefitId)}`;
