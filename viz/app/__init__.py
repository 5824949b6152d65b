"""The Streamlit shell around the pages: the state of a tab, its address, caches, controls, frame.

Modules import downwards only, in this order:

    shell        what stands around every page
    phone        what a phone of a class shows
    top_bar      name, share, language, light or dark; the heading of a page
    welcome      what the front page says to a first visitor
    page         a page as a value, and how it is drawn
    frame        sentence bar, device line
    side_panel   a panel beside the picture
    notice       what the sentence asks beyond what the model can do
    undo         one step back
    page_controls  widgets of a page by the names of its settings
    controls     widgets whose values stand in the address
    presenter    the keys of a lecture
    class_mode   a class that answers on its phones, as the lecturer has it
    share        links and QR codes
    playlist     the playlist of this tab
    address_bar  the browser's address, read and written
    page_settings  the settings of a page, from what the tab holds
    jobs         own sentences, measured
    state        what one tab holds
    cache        what is computed once for all visitors
    alerts       sentences for the reader
    internals    everything that uses Streamlit's private parts
    memory       caches by bytes
    turns        one run at a time
    sentence_warnings  what a sentence asks too much
    classroom    rooms, exercises, counts
"""
