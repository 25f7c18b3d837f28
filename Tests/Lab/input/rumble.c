// The motor of a device that rumbles. Who uploads or erases an effect waits until the device has
// answered, so this is a thread of its own.
#include "rumble.h"

#include <linux/uinput.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "../device/console.h"
#include "truth.h"

static void upload(int descriptor, int request) {
    struct uinput_ff_upload upload = {.request_id = (__u32)request};
    if (ioctl(descriptor, UI_BEGIN_FF_UPLOAD, &upload) < 0) return;
    const struct ff_effect *effect = &upload.effect;
    truth_line(
        "upload %lld %d type %#x strong %u weak %u milliseconds %u", (long long)boottime_ns(),
        effect->id, effect->type, effect->u.rumble.strong_magnitude,
        effect->u.rumble.weak_magnitude, effect->replay.length
    );
    upload.retval = 0;
    ioctl(descriptor, UI_END_FF_UPLOAD, &upload);
}

static void erase(int descriptor, int request) {
    struct uinput_ff_erase erase = {.request_id = (__u32)request};
    if (ioctl(descriptor, UI_BEGIN_FF_ERASE, &erase) < 0) return;
    truth_line("erase %lld %u", (long long)boottime_ns(), erase.effect_id);
    erase.retval = 0;
    ioctl(descriptor, UI_END_FF_ERASE, &erase);
}

static void *serve(void *argument) {
    int descriptor = (int)(intptr_t)argument;
    struct input_event event;
    while (read(descriptor, &event, sizeof event) == (ssize_t)sizeof event) {
        if (event.type == EV_UINPUT && event.code == UI_FF_UPLOAD) {
            upload(descriptor, event.value);
        } else if (event.type == EV_UINPUT && event.code == UI_FF_ERASE) {
            erase(descriptor, event.value);
        } else if (event.type == EV_FF && event.code == FF_GAIN) {
            truth_line("gain %lld %d", (long long)boottime_ns(), event.value);
        } else if (event.type == EV_FF) {
            const char *word = event.value ? "play" : "stop";
            truth_line("%s %lld %u %d", word, (long long)boottime_ns(), event.code, event.value);
        }
    }
    return NULL;
}

void rumble_serve(int descriptor) {
    pthread_t thread;
    pthread_attr_t detached;
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    if (pthread_create(&thread, &detached, serve, (void *)(intptr_t)descriptor) != 0)
        give_up("there is no thread for the motor");
    pthread_attr_destroy(&detached);
}
