"""A guest machine: the real kernel's USB stack between our drivers and our simulated devices.

QEMU boots a Debian kernel on this computer's own files, read only. Tests run inside it, on the checkout and
the environment that they were started from. Their simulated devices are USB devices of that machine: each is
a connection to the relay outside (relay.py), which plugs a USB device into QEMU (usbredir.py) whose bytes
come from the connection. So host controller, class driver, device nodes, unplug and replug are real; firmware
models and drivers are those of every other rig, in one process.

    image.py     the kernel and the first files of the machine, made once and kept
    machine.py   one boot: QEMU, its devices, the command that runs inside
    init         the machine's first process
    relay.py     connections from inside become USB devices
    usbredir.py  one USB device, said to QEMU
    function.py  what every such device is; a serial port in cdc_acm.py, bulk and HID in vendor.py,
                 and what belongs at no table in keyboard.py
    inside.py    a command line of pytest that is run in there
    endpoint.py  the inside's end of that connection: plugging in is opening it
"""
