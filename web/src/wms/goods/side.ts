/** Whose list of goods it is: an owner's, with what is their own, or the warehouse's, with what is everybody's. */
export type Side = 'owner' | 'warehouse';
