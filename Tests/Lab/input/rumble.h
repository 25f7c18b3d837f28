// The motor of a device that rumbles: takes effects from whoever plays them, and tells of each.
#pragma once

// Serves the device on a thread of its own until it is unplugged.
void rumble_serve(int descriptor);
