// The ticket of the class that this tab hosts. It outlives a reload in the storage of the tab, not
// in the address: whoever copies that, or photographs it, could close the class. Where the browser
// keeps nothing, for example in a frame of another site, the class lasts as long as the session of
// the server.
import { session } from "../shared/storage.js";

const TICKET = "heads-up class";

// Keep the ticket, "" for no class. In a new session of the server it is null: `restore` is called
// with the ticket that was kept, if there is one.
export function keepTicket(ticket, restore, storage = session) {
  if (ticket) return storage.set(TICKET, ticket);
  if (ticket === "") return storage.remove(TICKET);
  const copy = storage.get(TICKET);
  if (copy) restore(copy);
}
