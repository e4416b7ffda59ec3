/** Returns the path of an order by its number. */
export const orderPath = (orderNo: string): string =>
  `/pages/exchange/ordetail?orderNo=${encodeURIComponent(orderNo)}`;
