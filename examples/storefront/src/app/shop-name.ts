/** The invented shop. */
export const shopName = 'Larkfield';
