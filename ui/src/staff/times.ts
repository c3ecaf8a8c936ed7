// Moments as people say them.

const TIME = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" });
const DAY_AND_TIME = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });

/** "3:05 PM", with the day where it is another one. */
export function moment(at: string): string {
  const when = new Date(at);
  return (when.toDateString() === new Date().toDateString() ? TIME : DAY_AND_TIME).format(when);
}
