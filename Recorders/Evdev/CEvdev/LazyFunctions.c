// The functions of libevdev that Footfall calls; the first call loads the library.
#include "CEvdev.h"

#include <CLazyLibrary.h>

FOOTFALL_LAZY_LIBRARY(evdev, "libevdev.so.2")
FOOTFALL_LAZY(evdev, libevdev_event_code_from_name)
FOOTFALL_LAZY(evdev, libevdev_event_code_get_name)
FOOTFALL_LAZY(evdev, libevdev_free)
FOOTFALL_LAZY(evdev, libevdev_get_abs_info)
FOOTFALL_LAZY(evdev, libevdev_get_current_slot)
FOOTFALL_LAZY(evdev, libevdev_get_event_value)
FOOTFALL_LAZY(evdev, libevdev_get_num_slots)
FOOTFALL_LAZY(evdev, libevdev_get_slot_value)
FOOTFALL_LAZY(evdev, libevdev_grab)
FOOTFALL_LAZY(evdev, libevdev_has_event_code)
FOOTFALL_LAZY(evdev, libevdev_has_property)
FOOTFALL_LAZY(evdev, libevdev_new_from_fd)
FOOTFALL_LAZY(evdev, libevdev_next_event)
FOOTFALL_LAZY(evdev, libevdev_set_clock_id)
FOOTFALL_LAZY(evdev, libevdev_set_log_function)

int footfall_evdev_load(void) { return footfall_lazy_number_of(&footfall_lazy_library_evdev); }
