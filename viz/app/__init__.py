"""The Streamlit shell around the pages: the state of a tab, its address, caches, controls, frame.

Modules import downwards only, in this order:

    shell        what stands around every page
    frame        sentence bar, language box, device line
    notice       what the sentence asks beyond what the model can do
    controls     widgets whose values stand in the address
    presenter    the keys of a lecture
    share        links and QR codes
    address_bar  the browser's address, read and written
    state        what one tab holds
    url          a view as a value, and its address
    cache        what is computed once for all visitors
    alerts       sentences for the reader
    examples     sentences to start from
"""
