// The ticket of the class that this tab hosts. It outlives a reload in the storage of the tab, not
// in the address: whoever copies that, or photographs it, could close the class.

const TICKET = "heads-up class";

// Keep the ticket, "" for no class. In a new session of the server it is null: `restore` is called
// with the ticket that was kept, if there is one.
export function keepTicket(ticket, restore, openStorage = () => window.sessionStorage) {
  try {
    const storage = openStorage(), copy = storage.getItem(TICKET);
    if (ticket === null) return copy && restore(copy);
    if (ticket) storage.setItem(TICKET, ticket);
    else if (copy !== null) storage.removeItem(TICKET);
  } catch {
    // The browser keeps nothing, for example in a frame of another site: the class lasts as long as
    // the session of the server.
  }
}
