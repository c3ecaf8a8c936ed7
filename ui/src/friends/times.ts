/** A moment by the clock on this machine's wall. */
export const clock = (moment: string): string => new Date(moment).toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
